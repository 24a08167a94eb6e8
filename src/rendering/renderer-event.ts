/** What the render pool tells its operator. */

/** What an operator wants to read in the log. */
export type RendererEvent =
  | { readonly kind: 'ready'; readonly browser: string }
  | { readonly kind: 'no-sandbox'; readonly reason: string }
  /** RENDER_SANDBOX is `on` and cannot be: nothing will ever be drawn. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'launch-failed'; readonly error: unknown }
  /** Too many starts in a row have failed: only a new process may do better. */
  | { readonly kind: 'gave-up'; readonly error: unknown }
  | { readonly kind: 'browser-ended'; readonly reason: string }
