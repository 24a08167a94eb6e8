/** A figure inside a document, escaped so that it cannot end its element; a large one in slices, so that others are answered in between. */

import { setImmediate as otherWork } from 'node:timers/promises'
import type { Figure, FigureText } from '../../domain/figure/text.ts'
import { type Html, html, scriptJson } from '../layout/html.ts'

/** Larger ones are fetched by the page's script: the page is answered at once, and the figure kept by the browser. */
export const largestInline = 256 * 1024

/** `data`, `layout` and `frames` as they are stored. */
export const figureJson = ({ data, layout, frames }: Figure): Html =>
  html`<script type="application/json" id="figure">${scriptJson(
    `{"data":${data},"layout":${layout}${frames === null ? '' : `,"frames":${frames}`}}`,
  )}</script>`

/** The same element in pieces, of any size. */
export async function figurePieces({ data, layout, frames }: Figure): Promise<Buffer[]> {
  const texts = [
    '{"data":',
    data,
    ',"layout":',
    layout,
    ...(frames === null ? [] : [',"frames":', frames]),
    '}',
  ]
  const pieces: Buffer[] = [Buffer.from('<script type="application/json" id="figure">')]
  for (const text of texts) pieces.push(...(await escaped(text)))
  return [...pieces, Buffer.from('</script>')]
}

/** About a millisecond of work, in bytes. */
const slice = 256 * 1024
/** `<script` and a letter more. */
const longestMark = 8

async function escaped(text: FigureText): Promise<Buffer[]> {
  if (typeof text === 'string') return [Buffer.from(scriptJson(text).text)]
  const pieces: Buffer[] = []
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = endOfSlice(text, start)
    const piece = text.subarray(start, end)
    // Each byte is one character of latin1, whatever its encoding, and what is looked for is ASCII.
    pieces.push(
      piece.includes('<') ? Buffer.from(scriptJson(piece.toString('latin1')).text, 'latin1') : piece,
    )
    await otherWork()
  }
  return pieces
}

/** A mark is never cut in two. */
function endOfSlice(text: Buffer, start: number): number {
  const end = Math.min(start + slice, text.length)
  if (end === text.length) return end
  const near = text.subarray(end - longestMark, end).indexOf('<')
  return near === -1 ? end : end - longestMark + near
}
