/** Keeps an error of one answer from ending the process. */

import type { Log } from '../../log.ts'
import type { Middleware } from '../context.ts'

/** Logs errors of the response itself, such as a write after its end. If nobody listened, Node would end the process. */
export function logResponseErrors(log: Log): Middleware {
  return (ctx, next) => {
    ctx.res.on('error', error => {
      const { requestId, route } = ctx.state
      log.error({ err: error, requestId, route }, 'an answer could not be written')
    })
    return next()
  }
}
