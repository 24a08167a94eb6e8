/** Limits pending renders: in total, per payer, and in the shared queue. */

import { isDefaultLook } from '../domain/image/look.ts'
import type { RenderJob, RenderPriority } from '../domain/image/ports.ts'
import { overloaded } from '../errors/errors.ts'
import { createPendingCounts } from './pending-counts.ts'

const maxQueued = 10_000
/** The limits for callers of this gateway, in total and per payer. */
const maxWaiting = 1_000
const maxWaitingPerPayer = 200
/** How long the queue's length is cached, so that not every create has to count it. */
const countFreshMs = 250

export interface PendingLimits {
  /** Counts one more; the returned function undoes that. */
  enter(payer: string): () => void
  /** Rejects with `overloaded` if a limit is reached. */
  admit(priority: RenderPriority, payer: string): Promise<void>
}

/** Renders in other sizes, which anybody may request, are counted apart from the account's stored images. */
export const payerOf = ({ accountId, look }: Pick<RenderJob, 'accountId' | 'look'>): string =>
  isDefaultLook(look) ? accountId : `${accountId} variants`

/** `countQueued` counts the jobs of all gateways. */
export function createPendingLimits(countQueued: () => Promise<number>): PendingLimits {
  const pending = createPendingCounts()
  let counted = { at: 0, total: 0 }
  return {
    enter: payer => pending.enter(payer),

    async admit(priority, payer) {
      if (priority === 'waiting') {
        if (pending.total <= maxWaiting && pending.of(payer) <= maxWaitingPerPayer) return
        throw overloaded('all places for renders are taken; retry after a moment')
      }
      if (Date.now() - counted.at > countFreshMs) counted = { at: Date.now(), total: await countQueued() }
      if (counted.total < maxQueued) return
      throw overloaded(`${maxQueued} renders are queued already; the image is made on its first request`)
    },
  }
}
