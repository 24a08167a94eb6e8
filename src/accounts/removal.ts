/** What becomes of an account's graphs when it ends. */

import type { AccountId } from '../domain/ids.ts'
import type { Store } from '../domain/ports.ts'

/** `keep`: their addresses go on working, and nobody can delete them. `delete`: nothing is left of them. */
export type GraphsFate = 'keep' | 'delete'

/** By then no gateway believes a deleted key any more. */
const keysEndMs = 6_000

export function createRemoval(store: Store, onError: (error: unknown) => void) {
  return {
    async removeGraphs(accountId: AccountId): Promise<void> {
      await store.graphs.removeAll(accountId)
    },

    /** Until its keys had ended, and on other gateways for some seconds more, graphs may have been created. */
    async removeLate(accountId: AccountId): Promise<void> {
      const remove = () => store.graphs.removeAll(accountId).catch(onError)
      setTimeout(remove, keysEndMs).unref()
      await remove()
    },
  }
}
