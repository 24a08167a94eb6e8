/** Routes whose code is large and not needed to answer the first requests. */

import type { Middleware } from '../context.ts'

/** Answers requests under `path` with the routes that `open` brings on its first request; a start does not wait for it. */
export function lazyRoute(path: string, open: () => Promise<Middleware>): Middleware {
  let routes: Promise<Middleware> | undefined
  return async (ctx, next) => {
    if (ctx.path !== path && !ctx.path.startsWith(`${path}/`)) return next()
    routes ??= open()
    return (await routes)(ctx, next)
  }
}
