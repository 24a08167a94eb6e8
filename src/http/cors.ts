/**
 * CORS (contract, "REST"): reads are open to all origins, creates and deletes with a bearer key too. Cookies are never
 * accepted, so `*` is safe: a page can read only what anybody can read.
 */

import type { Context, Middleware } from './context.ts'

const exposedHeaders = [
  'Location',
  'ETag',
  'Allow',
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'Plotgate-Version',
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'Plotgate-Warnings',
  'Plotgate-Omitted',
  'Plotgate-Drawn-By',
  'Preference-Applied',
  'Sunset',
].join(', ')
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Content-Encoding',
  'Idempotency-Key',
  'Prefer',
  'Plotgate-Expires',
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
  'Range',
  'If-Range',
  'Last-Event-ID',
  'X-Request-Id',
].join(', ')

const isOfApi = (path: string) => path.startsWith('/v1/') || path === '/graphql'

/** Lets pages of all origins read the answer. Also for errors, because browsers hide errors without these headers. */
export function setCorsHeaders(ctx: Context): void {
  ctx.res.setHeader('Access-Control-Allow-Origin', '*')
  ctx.res.setHeader('Access-Control-Expose-Headers', exposedHeaders)
  // Resources that all origins may fetch may also be embedded by all.
  ctx.res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
}

/** For all answers of the two APIs. */
export const allowAllOrigins: Middleware = (ctx, next) => {
  if (isOfApi(ctx.path)) setCorsHeaders(ctx)
  return next()
}

/** Answers OPTIONS requests, including preflights, for a known route. */
export function answerOptions(ctx: Context, allow: string): void {
  ctx.status = 204
  ctx.set('Allow', allow)
  if (!ctx.res.hasHeader('Access-Control-Allow-Origin') || ctx.get('Access-Control-Request-Method') === '')
    return
  ctx.set('Access-Control-Allow-Methods', allow)
  ctx.set('Access-Control-Allow-Headers', allowedHeaders)
  ctx.set('Access-Control-Max-Age', '86400')
}
