/** The browser ended, its page stopped answering, or the page is not ours any more. Another page may succeed. */
export class PageLost extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'PageLost'
  }
}
