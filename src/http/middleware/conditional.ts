/** Conditional reads (RFC 9110, 13.1.2). */

import type { Context } from '../context.ts'

/**
 * Sets the entity tag, and says whether the caller has that answer already: it is 304 then, and done. A request's
 * own `Cache-Control` is passed over, since the tag is compared with what is there now in any case.
 */
export function isKnown(ctx: Context, etag: string): boolean {
  ctx.res.setHeader('ETag', etag)
  // May be kept, but must be asked about each time: a graph may be deleted.
  ctx.res.setHeader('Cache-Control', 'no-cache')
  const known = ctx.req.headers['if-none-match']
  if (known === undefined) return false
  const same = known.trim() === '*' || known.split(',').some(each => each.trim().replace(/^W\//, '') === etag)
  if (same) ctx.status = 304
  return same
}
