/** Regular tidying of the store: what has expired, what belongs to no graph, what is over the bounds. */

import type { Store } from './ports.ts'

const everyMs = 5 * 60_000

/** Pictures of other sizes and formats than the first two are kept up to this many bytes. */
const variantBytes = 1024 * 1024 * 1024

/** Returns the stop. */
export function startSweeping(store: Store, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    store.sweep({ variantBytes, now: new Date() }).catch(onError)
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
