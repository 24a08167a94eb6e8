/** Reads the fields of a submitted form. */

import { unsupportedMediaType } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import { collect } from '../../http/middleware/body.ts'

const maxBytes = 32 * 1024
const formType = 'application/x-www-form-urlencoded'

export async function readForm(ctx: Context): Promise<URLSearchParams> {
  if (!ctx.is(formType)) throw unsupportedMediaType(ctx.get('Content-Type').slice(0, 100), formType)
  return new URLSearchParams((await collect(ctx.req, maxBytes, maxBytes)).toString('utf8'))
}
