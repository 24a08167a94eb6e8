/** Periodic clean-up of the store: expired graphs and records, orphaned artifacts, and artifacts over the size limit. */

import { removeExpired } from './graph/expiry.ts'
import type { GraphId } from './ids.ts'
import { isPinned } from './image/pinned.ts'
import { createLease } from './lease.ts'
import type { Store } from './ports.ts'

const everyMs = 5 * 60_000
/** If the sweeping process dies, another takes over within two intervals. */
const leaseMs = 2 * everyMs

/** Total size up to which images in other sizes and formats than the prerendered two are kept. */
const variantBytes = 1024 * 1024 * 1024

/** A sweep is started each time this many bytes of such images have been written. */
const slackBytes = 64 * 1024 * 1024

/**
 * Wraps the store so that the limit on variants is enforced between the periodic sweeps: writers wait for the sweep
 * that their write has started. Each process may exceed the limit by `slackBytes`.
 */
export function withVariantBound(store: Store, bounds = { variantBytes, slackBytes }): Store {
  let written = 0
  let sweeping: Promise<void> | null = null

  async function sweep(): Promise<void> {
    try {
      await store.sweep({ variantBytes: bounds.variantBytes, now: new Date() })
    } catch {
      // The periodic sweep will meet the same error and report it.
    } finally {
      sweeping = null
    }
  }

  return {
    ...store,
    artifacts: {
      ...store.artifacts,
      async put(ref, variant, artifact, ...others) {
        if (!isPinned(variant)) {
          written += artifact.bytes.byteLength
          if (written > bounds.slackBytes && !sweeping) {
            written = 0
            sweeping = sweep()
          }
          await sweeping
        }
        return store.artifacts.put(ref, variant, artifact, ...others)
      },
    },
  }
}

export interface SweepingDeps {
  readonly store: Store
  /** Called for each graph that has expired and was removed. */
  readonly onExpired: (graphId: GraphId) => void
  readonly onError: (error: unknown) => void
}

/** Sweeps periodically in one of the processes that share a store. Returns a function that stops it. */
export function startSweeping({ store, onExpired, onError }: SweepingDeps, intervalMs = everyMs): () => void {
  const takeLease = createLease(store, 'sweep', leaseMs)
  let isSweeping = false
  let stopped = false

  async function sweep(): Promise<void> {
    if (isSweeping) return
    isSweeping = true
    try {
      if (!(await takeLease())) return
      await removeExpired(store, onExpired)
      await store.sweep({ variantBytes, now: new Date() })
    } catch (error) {
      // A sweep that runs during shutdown finds the store closed.
      if (!stopped) onError(error)
    } finally {
      isSweeping = false
    }
  }
  const timer = setInterval(() => void sweep(), intervalMs)
  timer.unref()
  return () => {
    stopped = true
    clearInterval(timer)
  }
}
