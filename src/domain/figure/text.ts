/**
 * The texts of a figure as passed between modules. A large text stays the UTF-8 bytes of the request until it is sent in
 * an answer. As a string it would be copied in each module, which would block other requests.
 */

import { asBuffer } from '../../bytes.ts'

/** A JSON text: a string, or from `largeText` on a buffer. `String(text)` gives the text of either. */
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

/** In bytes. A smaller text is cheaper to make and to pass between threads as a string. */
export const largeText = 64 * 1024

/** The text between two offsets. A large one is a view of the same memory. */
export const textIn = (bytes: Buffer, start: number, end: number): FigureText =>
  end - start < largeText ? bytes.toString('utf8', start, end) : bytes.subarray(start, end)

/** A text in the form that suits its size. */
export const toFigureText = (text: string): FigureText => (text.length < largeText ? text : Buffer.from(text))

/** The text as UTF-8. Copies only strings. */
export const utf8Of = (text: string | Uint8Array): Buffer =>
  typeof text === 'string' ? Buffer.from(text) : asBuffer(text)

/** The concatenated texts, as UTF-8. */
export const joinTexts = (texts: readonly FigureText[]): Buffer =>
  texts.every(text => typeof text === 'string')
    ? Buffer.from(texts.join(''))
    : Buffer.concat(texts.map(utf8Of))

/** The texts whose concatenation is the whole figure: `{"data": …, "layout": …, "frames": …}`. */
export const textsOfFigure = ({ data, layout, frames }: Figure): FigureText[] => [
  ...['{"data":', data, ',"layout":', layout],
  ...(frames === null ? [] : [',"frames":', frames]),
  '}',
]

/** The text of which CSV files are made: `data`, or `{"data": …, "frames": …}` for an animation. */
export const tableTextOf = ({ data, frames }: Figure): FigureText =>
  frames === null ? data : joinTexts(['{"data":', data, ',"frames":', frames, '}'])

/** How many bytes of a text are quoted at a time. */
const quotedAtOnce = 256 * 1024

/** The text as a JSON string, in UTF-8. Bytes can be quoted one by one, because only ASCII characters are escaped. */
export function quoteText(text: Uint8Array): Buffer {
  const bytes = asBuffer(text)
  let quoted = Buffer.allocUnsafeSlow(bytes.length + (bytes.length >> 3) + quotedAtOnce)
  let at = quoted.write('"')
  for (let start = 0; start < bytes.length; start += quotedAtOnce) {
    const piece = JSON.stringify(bytes.toString('latin1', start, start + quotedAtOnce))
    // Leaves room for the closing quotation mark.
    if (at + piece.length > quoted.length) {
      quoted = Buffer.concat([quoted.subarray(0, at)], 2 * (at + piece.length))
    }
    at += quoted.write(piece.slice(1, -1), at, 'latin1')
  }
  at += quoted.write('"', at)
  return quoted.subarray(0, at)
}

/** The memory of the large texts, for transferring it to another thread instead of copying. */
export function memoryOf(texts: readonly (string | Uint8Array | null)[]): ArrayBuffer[] {
  const memory = new Set<ArrayBuffer>()
  for (const text of texts) {
    if (text !== null && typeof text !== 'string' && text.buffer instanceof ArrayBuffer)
      memory.add(text.buffer)
  }
  return [...memory]
}

/** Restores a text received from another thread, where a Buffer arrives as a Uint8Array. */
export function restoreText<T extends FigureText | null>(text: T): T {
  if (text === null || typeof text === 'string' || Buffer.isBuffer(text)) return text
  return asBuffer(text) as T
}
