/** Regular tidying of the store: what has expired, what belongs to no graph, what is over the bounds. */

import { removeExpired } from './graph/expiry.ts'
import type { GraphId } from './ids.ts'
import { isPinned } from './image/pinned.ts'
import { createLease } from './lease.ts'
import type { Store } from './ports.ts'

const everyMs = 5 * 60_000
/** A sweeper that died is followed by another process at its next turn but one. */
const leaseMs = 2 * everyMs

/** Images of other sizes and formats than the first two are kept up to this many bytes. */
const variantBytes = 1024 * 1024 * 1024

/** How much more may be written before the bound is looked at. */
const slackBytes = 64 * 1024 * 1024

/**
 * The store, with the bound on variants kept as they are written: who writes beyond it waits for the sweep. Several
 * processes may each write that much more.
 */
export function withVariantBound(store: Store, bounds = { variantBytes, slackBytes }): Store {
  let written = 0
  let sweeping: Promise<void> | null = null

  async function sweep(): Promise<void> {
    try {
      await store.sweep({ variantBytes: bounds.variantBytes, now: new Date() })
    } catch {
      // The regular sweep meets the same fault, and tells it.
    } finally {
      sweeping = null
    }
  }

  return {
    ...store,
    artifacts: {
      ...store.artifacts,
      async put(ref, variant, artifact, source) {
        if (!isPinned(variant)) {
          written += artifact.bytes.byteLength
          if (written > bounds.slackBytes && !sweeping) {
            written = 0
            sweeping = sweep()
          }
          await sweeping
        }
        return store.artifacts.put(ref, variant, artifact, source)
      },
    },
  }
}

export interface SweepingDeps {
  readonly store: Store
  /** Told of each graph whose time was over, and which is gone. */
  readonly onExpired: (graphId: GraphId) => void
  readonly onError: (error: unknown) => void
}

/** Of the processes that share a store one sweeps. Returns the stop. */
export function startSweeping({ store, onExpired, onError }: SweepingDeps, intervalMs = everyMs): () => void {
  const takeLease = createLease(store, 'sweep', leaseMs)
  let underWay = false
  let stopped = false

  async function sweep(): Promise<void> {
    if (underWay) return
    underWay = true
    try {
      if (!(await takeLease())) return
      await removeExpired(store, onExpired)
      await store.sweep({ variantBytes, now: new Date() })
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
