/** Answers of the APIs, compressed for callers that take it: figures and their svg are text that repeats itself. */

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { acceptedCoding, compressQuickly } from '../content-coding.ts'
import type { Context, Middleware } from '../context.ts'

/** In bytes. Below, one packet holds the answer either way. */
const smallest = 1024

/** JSON, and what `/v1/render` draws as text. */
const compressible = /^(?:application\/(?:graphql-response\+)?json|image\/svg\+xml|text\/html)\b/

/** Beside a strong tag each coding has one of its own: other bytes, another representation (RFC 9110, 8.8.3.3). */
const tagSuffix = /-(br|zstd|gzip)"/g

/** Put before the routes of the APIs; conditions on a request are compared with the tag of the plain answer. */
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
    // The caller has the answer as it was sent: with this coding, or plain where it was too small for one.
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

/** Null where the answer has no end yet, or no bytes. */
async function bytesOf(ctx: Context): Promise<Buffer | null> {
  const { body } = ctx
  if (typeof body === 'string') return Buffer.from(body)
  if (Buffer.isBuffer(body)) return body
  // A figure in pieces has a length; a stream of events has none.
  if (body instanceof Readable && ctx.length !== undefined) return buffer(body)
  return null
}
