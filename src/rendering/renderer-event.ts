/** What the render pool reports for the log. */

/** Events for the log. */
export type RendererEvent =
  | { readonly kind: 'ready'; readonly browser: string }
  | { readonly kind: 'no-sandbox'; readonly reason: string }
  /** RENDER_SANDBOX is `on`, but the sandbox does not work here: nothing can be drawn. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'launch-failed'; readonly error: unknown }
  /** Too many browsers in a row did not start. The process is to be replaced. */
  | { readonly kind: 'gave-up'; readonly error: unknown }
  /**
   * Edits that found no place in the charting library, because it is another release. Images are right, but take
   * longer.
   */
  | { readonly kind: 'edits-missing'; readonly edits: readonly string[] }
  | { readonly kind: 'browser-ended'; readonly reason: string }
