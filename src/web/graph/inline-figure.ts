/**
 * Figures inline in documents, escaped so that they cannot end their element. Large figures are escaped in slices, between
 * which other requests are answered.
 */

import { setImmediate as otherWork } from 'node:timers/promises'
import { type Figure, type FigureText, textsOfFigure } from '../../domain/figure/text.ts'
import { type Html, html, scriptJson } from '../layout/html.ts'

/** Larger figures are fetched by the page's script, so that the page is sent at once and browsers can cache the figure. */
export const largestInline = 256 * 1024

/** A script element with the stored texts. */
export const figureJson = (figure: Figure): Html =>
  html`<script type="application/json" id="figure">${scriptJson(textsOfFigure(figure).join(''))}</script>`

/** The same in pieces, for figures of any size. */
export async function figurePieces(figure: Figure): Promise<Buffer[]> {
  const pieces: Buffer[] = [Buffer.from('<script type="application/json" id="figure">')]
  for (const text of textsOfFigure(figure)) pieces.push(...(await escaped(text)))
  return [...pieces, Buffer.from('</script>')]
}

/** In bytes: about a millisecond of work. */
const slice = 256 * 1024
/** The length of `<script` plus one. */
const longestMark = 8

async function escaped(text: FigureText): Promise<Buffer[]> {
  if (typeof text === 'string') return [Buffer.from(scriptJson(text).text)]
  const pieces: Buffer[] = []
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = endOfSlice(text, start)
    const piece = text.subarray(start, end)
    // Decoding as latin1 maps bytes to characters, and the searched text is ASCII.
    pieces.push(
      piece.includes('<') ? Buffer.from(scriptJson(piece.toString('latin1')).text, 'latin1') : piece,
    )
    await otherWork()
  }
  return pieces
}

/** Does not split a searched text. */
function endOfSlice(text: Buffer, start: number): number {
  const end = Math.min(start + slice, text.length)
  if (end === text.length) return end
  const near = text.subarray(end - longestMark, end).indexOf('<')
  return near === -1 ? end : end - longestMark + near
}
