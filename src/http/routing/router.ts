/** A route table. Unknown paths are passed on to the next routes (404), and wrong methods answered with 405. */

import Router from '@koa/router'
import { methodNotAllowed } from '../../errors/errors.ts'
import type { Context, Middleware, RequestState } from '../context.ts'
import { answerOptions } from '../cors.ts'
import { remedyForMethod } from '../near-addresses.ts'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Such as `/v1/graph` or `/v1/graph/:graph_id`. */
  readonly path: string
  /** `parameter` is the only parameter of the path, decoded if possible; empty if the path has none. */
  readonly handle: (ctx: Context, parameter: string) => Promise<void> | void
}

export function createRouter(routes: readonly Route[]): Middleware {
  const router = new Router<RequestState>({ strict: true, sensitive: true })
  for (const [path, here] of Map.groupBy(routes, route => route.path)) {
    for (const { method, handle } of here) {
      router.register(path, methodsOf(method), ctx => {
        ctx.state.route = path
        return handle(ctx, Object.values(ctx.params)[0] ?? '')
      })
    }
    const allow = [...here.flatMap(({ method }) => methodsOf(method)), 'OPTIONS'].join(', ')
    router.all(path, ctx => {
      ctx.state.route = path
      if (ctx.method !== 'OPTIONS')
        throw methodNotAllowed(ctx.method, allow, remedyForMethod(ctx.method, path))
      answerOptions(ctx, allow)
    })
  }
  // The router's context type has additional fields, which no handler here reads.
  const route = router.routes() as unknown as Middleware
  return (ctx, next) => {
    const { path } = ctx
    if (path.endsWith('/') && router.match(path.slice(0, -1), 'GET').route)
      ctx.state.existsWithoutSlash = true
    return route(ctx, next)
  }
}

const methodsOf = (method: Route['method']) => (method === 'GET' ? ['GET', 'HEAD'] : [method])
