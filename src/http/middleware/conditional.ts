/** Conditions of reads (RFC 9110, 13): what a caller names is compared with what is there now. */

import { AppError } from '../../errors/errors.ts'
import type { Context } from '../context.ts'

/**
 * Whether the caller has this very representation: the answer is 304 then. Throws `version_conflict` where it wants
 * another one, or none that is newer. A request's own `Cache-Control` speaks to caches, not to the origin: many clients
 * send it with every condition.
 */
export function isCurrent({ req: { headers } }: Context, etag: string, modified?: Date): boolean {
  const changed = modified && Math.floor(modified.getTime() / 1000) * 1000
  const { 'if-match': wanted, 'if-none-match': known } = headers
  if (wanted !== undefined) {
    // A weak tag names no bytes, so none are its own.
    if (!tagsOf(wanted).some(tag => tag === '*' || tag === etag)) throw otherRepresentation()
  } else if (changed !== undefined && changed > timeOf(headers['if-unmodified-since'])) {
    throw otherRepresentation()
  }
  if (known !== undefined) {
    return tagsOf(known).some(tag => tag === '*' || tag.replace(/^W\//, '') === etag)
  }
  return changed !== undefined && changed <= timeOf(headers['if-modified-since'])
}

/** As `isCurrent`, of an answer of an API: its tag is set, and 304 where that is all there is to say. */
export function isKnown(ctx: Context, etag: string): boolean {
  const current = isCurrent(ctx, etag)
  ctx.res.setHeader('ETag', etag)
  // May be kept, but must be asked about each time: a graph may be deleted.
  ctx.res.setHeader('Cache-Control', 'no-cache')
  if (current) ctx.status = 304
  return current
}

const tagsOf = (header: string): readonly string[] => header.split(',').map(tag => tag.trim())

/** Not a number where it is none, or is not there: no comparison holds then. */
const timeOf = (header: string | undefined): number => Date.parse(header ?? '')

const otherRepresentation = () =>
  new AppError('version_conflict', 'what is there now is not what the request names; read it again')
