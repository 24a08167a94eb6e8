/** Loads large route modules on demand, so that they do not delay the start. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Middleware } from '../context.ts'

export interface LazyRoutes {
  /** Answers requests at and below the paths with the routes that `open` loads at the first such request. */
  under(paths: readonly string[], open: () => Promise<Middleware>): Middleware
  /** Loads all routes one after the other, letting requests run in between, so that no request has to wait for loading. */
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
