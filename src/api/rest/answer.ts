/** Answers of JSON. */

import { Readable } from 'node:stream'
import type { FigureText } from '../../domain/figure/text.ts'
import type { Context } from '../../http/context.ts'

export function answer(ctx: Context, json: string | Buffer | readonly FigureText[]): void {
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8')
  if (typeof json === 'string' || Buffer.isBuffer(json)) ctx.body = json
  else if (json.every(piece => typeof piece === 'string')) ctx.body = json.join('')
  else {
    // Sent in pieces, so that megabytes are not copied again.
    ctx.body = Readable.from(json, { objectMode: false })
    ctx.length = json.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
  }
}
