/**
 * The texts of a figure between modules. A large one stays the UTF-8 bytes that came in, from its body to its answer:
 * as a string it would be copied, and hold up every other answer, in each module that hands it on.
 */

/** A JSON text: a string, or its bytes from `largeText` on. `String(text)` is the text of either. */
export type FigureText = string | Buffer

/**
 * A figure as JSON texts. `data` and `frames` are exactly what was submitted, to the byte; `layout` is the
 * default layout with the submitted values over it, fixed at creation.
 */
export interface Figure {
  readonly data: FigureText
  readonly layout: FigureText
  readonly frames: FigureText | null
}

/** In bytes. Below, a string is cheaper to make and to move between threads than memory of its own. */
export const largeText = 64 * 1024

/** The text at that place: a large one as a view of the same memory. */
export const textIn = (bytes: Buffer, start: number, end: number): FigureText =>
  end - start < largeText ? bytes.toString('utf8', start, end) : bytes.subarray(start, end)

/** A text that was put together, in the form that suits its size. */
export const toFigureText = (text: string): FigureText => (text.length < largeText ? text : Buffer.from(text))

/** A text's bytes: those that it has, or new ones. */
export const utf8Of = (text: string | Uint8Array): Buffer =>
  typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength)

/** The texts one after the other, as bytes. */
export const joinTexts = (texts: readonly FigureText[]): Buffer =>
  texts.every(text => typeof text === 'string')
    ? Buffer.from(texts.join(''))
    : Buffer.concat(texts.map(utf8Of))

/** How much of a text is quoted at a time, in bytes. */
const quotedAtOnce = 256 * 1024

/** A text as a JSON string, in UTF-8. Each byte is looked at as one character: nothing above ASCII is escaped. */
export function quoteText(text: Uint8Array): Buffer {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  let quoted = Buffer.allocUnsafeSlow(bytes.length + (bytes.length >> 3) + quotedAtOnce)
  let at = quoted.write('"')
  for (let start = 0; start < bytes.length; start += quotedAtOnce) {
    const piece = JSON.stringify(bytes.toString('latin1', start, start + quotedAtOnce))
    // A quotation mark at the end is still to come.
    if (at + piece.length > quoted.length) {
      quoted = Buffer.concat([quoted.subarray(0, at)], 2 * (at + piece.length))
    }
    at += quoted.write(piece.slice(1, -1), at, 'latin1')
  }
  at += quoted.write('"', at)
  return quoted.subarray(0, at)
}

/** The memory of large texts, to be moved to another thread instead of copied. */
export function memoryOf(texts: readonly (string | Uint8Array | null)[]): ArrayBuffer[] {
  const memory = new Set<ArrayBuffer>()
  for (const text of texts) {
    if (text !== null && typeof text !== 'string' && text.buffer instanceof ArrayBuffer)
      memory.add(text.buffer)
  }
  return [...memory]
}

/** A text as it was before it came from another thread, where a Buffer becomes bare bytes. */
export function arrived<T extends FigureText | null>(text: T): T {
  if (text === null || typeof text === 'string' || Buffer.isBuffer(text)) return text
  const { buffer, byteOffset, byteLength } = text as Uint8Array
  return Buffer.from(buffer, byteOffset, byteLength) as T
}
