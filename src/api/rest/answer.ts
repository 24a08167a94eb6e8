/** Answers of JSON. */

import type { FigureText } from '../../domain/figure/text.ts'
import type { Context } from '../../http/context.ts'
import { sendPieces } from '../../http/representations/pieces.ts'

export function answer(ctx: Context, json: string | Buffer | readonly FigureText[]): void {
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8')
  if (typeof json === 'string' || Buffer.isBuffer(json)) ctx.body = json
  else sendPieces(ctx, json)
}
