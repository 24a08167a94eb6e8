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
  /** The charting library reads otherwise than the release that they were written for: images are as they should be, and take longer. */
  | { readonly kind: 'edits-missing'; readonly edits: readonly string[] }
  | { readonly kind: 'browser-ended'; readonly reason: string }
