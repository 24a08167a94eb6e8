/** Compresses answers of the APIs for callers that accept it. */

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { acceptedCoding, compressQuickly } from '../content-coding.ts'
import type { Context, Middleware } from '../context.ts'

/** Smaller answers (in bytes) fit into one packet anyway. */
const smallest = 1024

/** JSON, and the text formats of `/v1/render`. */
const compressible = /^(?:application\/(?:graphql-response\+)?json|image\/svg\+xml|text\/html)\b/

/** The suffix of the strong ETag of each coding, because different bytes are different representations (RFC 9110, 8.8.3.3). */
const tagSuffix = /-(br|zstd|gzip)"/g

/** To be used before the API routes. Removes the suffix from conditional requests, so that routes see their own tags. */
export const compressAnswers: Middleware = async (ctx, next) => {
  const asked = ctx.req.headers['if-none-match'] ?? ''
  for (const name of ['if-none-match', 'if-match'] as const) {
    const condition = ctx.req.headers[name]
    if (condition !== undefined) ctx.req.headers[name] = condition.replace(tagSuffix, '"')
  }
  await next()
  if (!compressible.test(String(ctx.res.getHeader('Content-Type'))) && ctx.status !== 304) return
  ctx.vary('Accept-Encoding')
  const coding = acceptedCoding(ctx)
  if (coding === null) return
  if (ctx.status === 304) {
    // The caller has the answer in this coding, or uncompressed if it was too small.
    if (asked.includes(`-${coding}"`)) tagFor(ctx, coding)
    return
  }
  const bytes = ctx.res.hasHeader('Content-Encoding') ? null : await bytesOf(ctx)
  if (bytes === null || bytes.length < smallest) return
  tagFor(ctx, coding)
  const { inCoding } = ctx.state
  ctx.body = inCoding ? await inCoding(coding) : await compressQuickly[coding](bytes)
  ctx.set('Content-Encoding', coding)
}

function tagFor(ctx: Context, coding: string): void {
  const etag = ctx.res.getHeader('ETag')
  if (typeof etag === 'string' && etag.endsWith('"')) ctx.set('ETag', `${etag.slice(0, -1)}-${coding}"`)
}

/** The bytes of the answer; null for endless streams and empty answers. */
async function bytesOf(ctx: Context): Promise<Buffer | null> {
  const { body } = ctx
  if (typeof body === 'string') return Buffer.from(body)
  if (Buffer.isBuffer(body)) return body
  // Streamed figures have a length, event streams do not.
  if (body instanceof Readable && ctx.length !== undefined) return buffer(body)
  return null
}
