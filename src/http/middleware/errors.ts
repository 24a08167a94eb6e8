/** Errors become the envelope here, once, for every route (spec 7; contract, "REST"). */

import { AppError, internal, notFound } from '../../errors/errors.ts'
import type { Log } from '../../log.ts'
import type { Context, Middleware } from '../context.ts'

/** The caller left before the answer; there is nobody to tell and nothing of ours to repair. */
export class ClientGone extends Error {
  constructor() {
    super('the client closed the connection')
    this.name = 'ClientGone'
  }
}

export const envelopeOf = ({ code, message, details }: AppError): string =>
  JSON.stringify({ ok: false, error: details ? { code, message, details } : { code, message } })

/** The headers an error brings along, whoever presents it (envelope or page). */
export function setErrorHeaders(ctx: Context, error: AppError): void {
  ctx.set(error.headers)
  if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter))
  // A 404 may become a graph, a 503 will pass: no answer of this kind is to be kept.
  ctx.set('Cache-Control', 'no-store')
}

/** An AppError as it is; anything else is ours: logged whole here, `internal` to the caller. */
export function toAppError(thrown: unknown, ctx: Context, log: Log): AppError {
  if (thrown instanceof AppError) {
    if (thrown.status >= 500) {
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
        // Half an answer is out: breaking off is the only way left to say that it is not whole.
        ctx.respond = false
        ctx.res.destroy()
        return
      }
      setErrorHeaders(ctx, error)
      ctx.status = error.status
      ctx.set('Content-Type', 'application/json; charset=utf-8')
      ctx.body = envelopeOf(error)
    }
  }
}

/** No route answered. */
export const notFoundRoute: Middleware = ctx => {
  throw notFound(ctx.originalUrl.split('?', 1)[0] ?? '')
}
