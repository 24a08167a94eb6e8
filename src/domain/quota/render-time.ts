/** The quota of render time per account and day. The owner of a graph is charged, whoever requests its images. */

import { quotaExceeded } from '../../errors/errors.ts'
import type { AccountId } from '../ids.ts'
import type { Store } from '../ports.ts'
import { addUsage, type Usage, usedBy } from './usage.ts'

export interface RenderTime {
  /** Rejects with `quota_exceeded` if the account has used up its time for today. */
  require(accountId: AccountId): Promise<void>
  charge(accountId: AccountId, ms: number): Promise<void>
}

const dayMs = 24 * 3600 * 1000

/** Null if no quota is configured. Days are UTC days. */
export function createRenderTime(
  store: Pick<Store, 'records'>,
  maxSeconds: number | null,
  now: () => Date = () => new Date(),
): RenderTime | null {
  if (maxSeconds === null) return null
  const usage = store.records<Usage>('usage')
  const nameOf = (accountId: AccountId) => `${accountId} ${now().toISOString().slice(0, 10)}`

  return {
    async require(accountId) {
      const used = (await usedBy(usage, nameOf(accountId))) / 1000
      if (used < maxSeconds) return
      const retryAfter = Math.ceil((dayMs - (now().getTime() % dayMs)) / 1000)
      throw quotaExceeded(
        'QUOTA_RENDER_SECONDS',
        `the account may have ${maxSeconds} s of rendering a day and has had them; stored images are served on`,
        retryAfter,
      )
    },

    charge: (accountId, ms) =>
      addUsage(usage, nameOf(accountId), Math.round(ms), {
        expiresAt: new Date(now().getTime() + 2 * dayMs),
      }),
  }
}
