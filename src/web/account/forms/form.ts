/** Reads the fields of a submitted form. */

import { unsupportedMediaType } from '../../../errors/errors.ts'
import { type BodyLimit, collect } from '../../../http/body/collect.ts'
import type { Context } from '../../../http/context.ts'
import { requireSingle } from '../../../http/single-header.ts'

const limit: BodyLimit = { bytes: 32 * 1024, remedy: 'send less in one form' }
const formType = 'application/x-www-form-urlencoded'

export async function readForm(ctx: Context): Promise<URLSearchParams> {
  requireSingle(ctx.req, 'Content-Type')
  if (!ctx.is(formType)) throw unsupportedMediaType(ctx.get('Content-Type').slice(0, 100), formType)
  return new URLSearchParams((await collect(ctx.req, limit)).toString('utf8'))
}
