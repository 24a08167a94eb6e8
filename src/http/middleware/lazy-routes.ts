/** Routes whose code is large and not needed to answer the first requests: a start does not wait for it. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Middleware } from '../context.ts'

export interface LazyRoutes {
  /** Answers requests at and under the paths with the routes that `open` brings on the first of them. */
  under(paths: readonly string[], open: () => Promise<Middleware>): Middleware
  /** Brings all of them, one at a time and others' requests between, so that nobody's request has to wait for it. */
  openAll(): Promise<void>
}

export function createLazyRoutes(): LazyRoutes {
  const all: (() => Promise<Middleware>)[] = []
  return {
    under(paths, open) {
      let routes: Promise<Middleware> | undefined
      const opened = () => (routes ??= open())
      all.push(opened)
      const isWithin = (path: string) => paths.some(each => path === each || path.startsWith(`${each}/`))
      return async (ctx, next) => (isWithin(ctx.path) ? (await opened())(ctx, next) : next())
    },
    async openAll() {
      for (const open of all) {
        await nextTurn()
        await open()
      }
    },
  }
}
