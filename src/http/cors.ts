/**
 * CORS (contract, "REST"): reads are open to all origins, creates and deletes with a bearer key too. Cookies are never
 * accepted, so `*` is safe: a page can read only what anybody can read.
 */

import type { Context, Middleware } from './context.ts'

const exposed =
  'Location, ETag, Allow, Accept-Ranges, Content-Disposition, Content-Range, Plotgate-Version, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, Plotgate-Warnings, Plotgate-Omitted, Plotgate-Drawn-By, Preference-Applied, Sunset'
const accepted =
  'Authorization, Content-Type, Content-Encoding, Idempotency-Key, Prefer, Plotgate-Expires, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since, Range, If-Range, Last-Event-ID, X-Request-Id'

const isOpen = (path: string) => path.startsWith('/v1/') || path === '/graphql'

/** Also for errors, because browsers hide errors without these headers. */
export function setOpen(ctx: Context): void {
  ctx.res.setHeader('Access-Control-Allow-Origin', '*')
  ctx.res.setHeader('Access-Control-Expose-Headers', exposed)
  // Resources that all origins may fetch may also be embedded by all.
  ctx.res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
}

/** For all answers of the two APIs. */
export const openToOrigins: Middleware = (ctx, next) => {
  if (isOpen(ctx.path)) setOpen(ctx)
  return next()
}

/** Answers OPTIONS requests, including preflights, for a known route. */
export function answerOptions(ctx: Context, allow: string): void {
  ctx.status = 204
  ctx.set('Allow', allow)
  if (!ctx.res.hasHeader('Access-Control-Allow-Origin') || ctx.get('Access-Control-Request-Method') === '')
    return
  ctx.set('Access-Control-Allow-Methods', allow)
  ctx.set('Access-Control-Allow-Headers', accepted)
  ctx.set('Access-Control-Max-Age', '86400')
}
