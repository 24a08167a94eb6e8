/** Regular tidying of the store: what has expired, what belongs to no graph, what is over the bounds. */

import { createLease } from './lease.ts'
import type { Store } from './ports.ts'

const everyMs = 5 * 60_000
/** A sweeper that died is followed by another process at its next turn but one. */
const leaseMs = 2 * everyMs

/** Images of other sizes and formats than the first two are kept up to this many bytes. */
const variantBytes = 1024 * 1024 * 1024

/** Of the processes that share a store one sweeps. Returns the stop. */
export function startSweeping(
  store: Store,
  onError: (error: unknown) => void,
  intervalMs = everyMs,
): () => void {
  const takeLease = createLease(store, 'sweep', leaseMs)
  let underWay = false
  let stopped = false

  async function sweep(): Promise<void> {
    if (underWay) return
    underWay = true
    try {
      if (await takeLease()) await store.sweep({ variantBytes, now: new Date() })
    } catch (error) {
      // A sweep that was under way at the end meets a closed store.
      if (!stopped) onError(error)
    } finally {
      underWay = false
    }
  }
  const timer = setInterval(() => void sweep(), intervalMs)
  timer.unref()
  return () => {
    stopped = true
    clearInterval(timer)
  }
}
