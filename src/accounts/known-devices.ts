/** Browsers that have signed in before. Their attempts are counted separately, so that a stranger cannot lock out the owner. */

import type { AccountId } from '../domain/ids.ts'
import type { Store } from '../domain/ports.ts'
import { deleteAll } from '../domain/records.ts'
import { isToken, newToken, sha256 } from './secret.ts'
import type { Clock } from './sessions.ts'

export const browserDays = 180

export interface KnownDevices {
  /** Returns the token for the cookie. */
  remember(accountId: AccountId): Promise<string>
  /** The account of a known browser; null if it is unknown. */
  owner(token: string | undefined): Promise<string | null>
  forget(token: string): Promise<void>
  forgetAll(accountId: AccountId): Promise<void>
}

export function createKnownDevices(store: Store, { now = Date.now }: Clock = {}): KnownDevices {
  const records = store.records<{ accountId: AccountId }>('browsers')
  return {
    async remember(accountId) {
      const token = newToken()
      const expiresAt = new Date(now() + browserDays * 86_400_000)
      await records.insert(sha256(token), { accountId }, { owner: accountId, expiresAt })
      return token
    },
    async owner(token) {
      if (token === undefined || !isToken(token)) return null
      return (await records.get(sha256(token)))?.accountId ?? null
    },
    async forget(token) {
      await records.delete(sha256(token))
    },
    forgetAll: accountId => deleteAll(records, accountId),
  }
}
