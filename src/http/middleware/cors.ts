/**
 * Other origins (contract, "REST"): reads are open to all, creates and deletes to whoever brings a bearer key.
 * Cookies are never part of it, so `*` is safe: what a page may read here, anybody may read.
 */

import type { Context, Middleware } from '../context.ts'

const exposed =
  'Location, ETag, Content-Disposition, Content-Range, Plotgate-Version, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, Plotgate-Warnings, Plotgate-Omitted, Plotgate-Drawn-By, Preference-Applied, Sunset'
const accepted =
  'Authorization, Content-Type, Content-Encoding, Idempotency-Key, Prefer, Plotgate-Expires, If-Match, If-None-Match, If-Modified-Since, Range, If-Range, X-Request-Id'

const isOpen = (path: string) => path.startsWith('/v1/') || path === '/graphql'

/** Errors included: a browser hides an error that does not allow its origin. */
export function setOpen(ctx: Context): void {
  ctx.res.setHeader('Access-Control-Allow-Origin', '*')
  ctx.res.setHeader('Access-Control-Expose-Headers', exposed)
  // What any origin may fetch may also be embedded by any.
  ctx.res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
}

/** Every answer of the two APIs. */
export const openToOrigins: Middleware = (ctx, next) => {
  if (isOpen(ctx.path)) setOpen(ctx)
  return next()
}

/** Answers OPTIONS on a known route, a preflight or not. */
export function answerOptions(ctx: Context, allow: string): void {
  ctx.status = 204
  ctx.set('Allow', allow)
  if (!ctx.res.hasHeader('Access-Control-Allow-Origin') || ctx.get('Access-Control-Request-Method') === '')
    return
  ctx.set('Access-Control-Allow-Methods', allow)
  ctx.set('Access-Control-Allow-Headers', accepted)
  ctx.set('Access-Control-Max-Age', '86400')
}
