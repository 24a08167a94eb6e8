/** Limits pending renders: in total, per flow, and in the shared queue. */

import { createKeyedCounts } from '../../async/keyed-counts.ts'
import type { RenderPriority } from '../../domain/image/ports.ts'
import { overloaded } from '../../errors/errors.ts'

const maxQueued = 10_000
/** The limits for callers of this gateway, in total and per flow. */
const maxWaiting = 1_000
const maxWaitingPerFlow = 200
/** How long the queue's length is cached, so that not every create has to count it. */
const countFreshMs = 250

export interface PendingLimits {
  /** Counts one more; the returned function undoes that. */
  enter(flow: string): () => void
  /** Rejects with `overloaded` if a limit is reached. */
  admit(priority: RenderPriority, flow: string): Promise<void>
}

/** `countQueued` counts the jobs of all gateways. */
export function createPendingLimits(countQueued: () => Promise<number>): PendingLimits {
  const pending = createKeyedCounts()
  let counted = { at: Number.NEGATIVE_INFINITY, total: 0 }
  return {
    enter: pending.enter,

    async admit(priority, flow) {
      if (priority === 'waiting') {
        if (pending.total <= maxWaiting && pending.of(flow) <= maxWaitingPerFlow) return
        throw overloaded('all places for renders are taken; retry after a moment')
      }
      const now = performance.now()
      if (now - counted.at > countFreshMs) counted = { at: now, total: await countQueued() }
      if (counted.total < maxQueued) return
      throw overloaded(`${maxQueued} renders are queued already; the image is made on its first request`)
    },
  }
}
