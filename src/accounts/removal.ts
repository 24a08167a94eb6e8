/** What becomes of an account's graphs when it ends. */

import type { AccountId } from '../domain/ids.ts'
import type { Store } from '../domain/ports.ts'

/** `keep`: their addresses go on working, and nobody can delete them. `delete`: nothing is left of them. */
export type GraphsFate = 'keep' | 'delete'

/** By then no gateway believes a deleted key any more, and what was sent with one is stored. */
const keysEndMs = 15_000

/** Of an account that has ended, or is about to. */
interface Removal {
  readonly accountId: AccountId
}

/** `isGone`: whether an account has ended. */
export function createRemoval(
  store: Store,
  isGone: (accountId: AccountId) => Promise<boolean>,
  onError: (error: unknown) => void,
) {
  const removals = store.records<Removal>('account-removals')

  /** Until its keys had ended, and on other gateways for some seconds more, graphs may have been created. */
  async function removeLate(accountId: AccountId): Promise<void> {
    const remove = () => store.graphs.removeAll(accountId)
    setTimeout(() => {
      remove()
        .then(() => removals.delete(accountId))
        .catch(onError)
    }, keysEndMs).unref()
    await remove().catch(onError)
  }

  return {
    removeLate,

    /** Before the account ends; a service that is ended meanwhile goes on with it when it starts again. */
    async removeGraphs(accountId: AccountId): Promise<void> {
      await removals.insert(accountId, { accountId })
      await store.graphs.removeAll(accountId)
    },

    async resume(): Promise<void> {
      for (const { value } of await removals.list()) {
        const { accountId } = value
        if (await isGone(accountId)) await removeLate(accountId)
        // Its owner was not told that it ended.
        else await removals.delete(accountId)
      }
    },
  }
}
