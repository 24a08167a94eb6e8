/** Answers that are composed of texts. */

import { Readable } from 'node:stream'
import { type FigureText, largeText } from '../../domain/figure/text.ts'
import type { Context } from '../context.ts'

/** Sets the body of an answer. A large one is sent in pieces, so that megabytes are not copied again. */
export function sendPieces(ctx: Context, pieces: readonly FigureText[]): void {
  if (pieces.reduce((sum, { length }) => sum + length, 0) < largeText) ctx.body = pieces.join('')
  else {
    ctx.body = Readable.from(pieces, { objectMode: false })
    ctx.length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
  }
}
