/** A deps whose code is large and not needed to answer the first requests. */

import type { Middleware } from '../context.ts'

/** Answers requests under `path` with the deps that `open` brings on its first request; a start does not wait for it. */
export function lazyRoute(path: string, open: () => Promise<Middleware>): Middleware {
  let deps: Promise<Middleware> | undefined
  return async (ctx, next) => {
    if (ctx.path !== path && !ctx.path.startsWith(`${path}/`)) return next()
    deps ??= open()
    return (await deps)(ctx, next)
  }
}
