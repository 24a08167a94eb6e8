/** Conditional reads (RFC 9110, 13). */

import type { IncomingMessage } from 'node:http'
import { AppError } from '../../errors/errors.ts'
import type { Context } from '../context.ts'
import { parseHttpDate } from '../http-date.ts'
import { isRepeated } from '../single-header.ts'

/**
 * Whether the caller has the current representation, so that the answer is 304. Throws `version_conflict` if `If-Match` or
 * `If-Unmodified-Since` does not hold. Ignores `Cache-Control` of requests, which is meant for caches and which many clients
 * send with every conditional request.
 */
export function isCurrent({ req }: Context, etag: string, modified?: Date): boolean {
  const changed = modified && Math.floor(modified.getTime() / 1000) * 1000
  const { 'if-match': wanted, 'if-none-match': known } = req.headers
  if (wanted !== undefined) {
    // If-Match needs a strong comparison, which weak tags never pass.
    if (!tagsOf(wanted).some(tag => tag === '*' || tag === etag)) throw otherRepresentation()
  } else if (changed !== undefined && changed > dateIn(req, 'If-Unmodified-Since')) {
    throw otherRepresentation()
  }
  if (known !== undefined) {
    return tagsOf(known).some(tag => tag === '*' || tag.replace(/^W\//, '') === etag)
  }
  return changed !== undefined && isKnownSince(changed, dateIn(req, 'If-Modified-Since'))
}

/** NaN if there is no date, or more than one (RFC 9110, 13.1.3 and 13.1.4). */
function dateIn(req: IncomingMessage, header: 'If-Modified-Since' | 'If-Unmodified-Since'): number {
  const name = header === 'If-Modified-Since' ? 'if-modified-since' : 'if-unmodified-since'
  return isRepeated(req, header) ? Number.NaN : parseHttpDate(req.headers[name])
}

/**
 * A date in the future comes from a wrong clock and is ignored, because its sender would not get changes until that date.
 * A missing or invalid date is NaN, so no comparison holds.
 */
const isKnownSince = (changed: number, since: number): boolean => changed <= since && since <= Date.now()

/** Like `isCurrent`, for answers of an API. Sets the ETag, and the status 304 if it is current. */
export function isKnown(ctx: Context, etag: string): boolean {
  const current = isCurrent(ctx, etag)
  ctx.res.setHeader('ETag', etag)
  // Must be revalidated each time, because the graph may be deleted.
  ctx.res.setHeader('Cache-Control', 'no-cache')
  if (current) ctx.status = 304
  return current
}

const tagsOf = (header: string): readonly string[] => header.split(',').map(tag => tag.trim())

const otherRepresentation = () =>
  new AppError('version_conflict', 'what is there now is not what the request names; read it again')
