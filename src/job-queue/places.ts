/** How many renders may be asked for: in all, of one payer, and of the queue. */

import { isDefaultLook } from '../domain/image/look.ts'
import type { RenderJob, RenderPriority } from '../domain/image/ports.ts'
import { overloaded } from '../errors/errors.ts'
import { createPendingCounts } from './pending-counts.ts'

const maxQueued = 10_000
/** What callers of this gateway may wait for, in all and of one payer. */
const maxWaiting = 1_000
const maxWaitingPerPayer = 200
/** How long a count of the queue is believed: a create must not cost a count each. */
const countFreshMs = 250

export interface Places {
  /** Counts one more; the returned function takes it back. */
  enter(payer: string): () => void
  /** Rejects with `overloaded` where no place is left. */
  admit(priority: RenderPriority, payer: string): Promise<void>
}

/** Sizes that anybody may ask for take turns beside the account's stored images. */
export const payerOf = ({ accountId, look }: Pick<RenderJob, 'accountId' | 'look'>): string =>
  isDefaultLook(look) ? accountId : `${accountId} variants`

/** `countQueued` counts what every gateway has put into the queue. */
export function createPlaces(countQueued: () => Promise<number>): Places {
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
