/** Turns errors of all routes into the error envelope (spec 7; contract, "REST"). */

import { AppError, internal, notFound } from '../../errors/errors.ts'
import type { Log } from '../../log.ts'
import type { Context, Middleware } from '../context.ts'
import { ClientGone } from '../disconnect.ts'
import { remedyFor } from '../near-addresses.ts'

/** The JSON text of the error envelope (spec 7). */
export const envelopeOf = ({ code, message, details }: AppError): string =>
  JSON.stringify({ ok: false, error: details ? { code, message, details } : { code, message } })

/** Headers that describe an answer, which is replaced by an error. */
const headersOfAnswer = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Range',
  'ETag',
  'Last-Modified',
  'Link',
]

/** Sets the headers of an error, whether it is shown as an envelope or a page, in place of those of an answer. */
export function setErrorHeaders(ctx: Context, error: AppError): void {
  for (const name of headersOfAnswer) ctx.remove(name)
  ctx.set(error.headers)
  if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter))
  // Errors must not be cached, because a 503 is temporary and a 404 may change.
  ctx.set('Cache-Control', 'no-store')
}

/** Returns AppErrors as they are. Logs other errors completely and returns `internal`. */
export function toAppError(thrown: unknown, ctx: Context, log: Log): AppError {
  if (thrown instanceof AppError) {
    // Who asks for what is not offered (501) shows no fault of the service.
    if (thrown.status >= 500 && thrown.code !== 'not_implemented') {
      log.warn({ err: thrown, requestId: ctx.state.requestId, route: ctx.state.route }, thrown.code)
    }
    return thrown
  }
  log.error({ err: thrown, requestId: ctx.state.requestId, route: ctx.state.route }, 'request failed')
  return internal(thrown)
}

/** Unknown errors are logged whole and answered as `internal`. */
export function answerErrors(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (thrown) {
      if (thrown instanceof ClientGone) {
        ctx.respond = false
        ctx.res.destroy()
        return
      }
      const error = toAppError(thrown, ctx, log)
      if (ctx.res.headersSent) {
        // Part of the answer has been sent. Aborting the connection is the only way to signal that it is incomplete.
        ctx.respond = false
        ctx.res.destroy()
        return
      }
      answerError(ctx, error)
    }
  }
}

/** Answers with the error envelope. Logs nothing. */
export function answerError(ctx: Context, error: AppError): void {
  setErrorHeaders(ctx, error)
  ctx.status = error.status
  ctx.set('Content-Type', 'application/json; charset=utf-8')
  ctx.body = envelopeOf(error)
}

/** The error of an address with nothing behind it, as it was sent. */
export function notFoundHere({ originalUrl, state }: Pick<Context, 'originalUrl' | 'state'>): AppError {
  const path = originalUrl.split('?', 1)[0] ?? ''
  if (state.existsWithoutSlash) return notFound(path, 'leave out the slash at its end')
  return notFound(path, remedyFor(path) ?? undefined)
}

/** Answers 404 if no route matched. */
export const notFoundRoute: Middleware = ctx => {
  throw notFoundHere(ctx)
}
