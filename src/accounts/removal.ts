/** Removes the graphs of deleted accounts. */

import type { AccountId } from '../domain/ids.ts'
import type { Store } from '../domain/ports.ts'

/** `keep`: the graphs stay, and nobody can delete them. `delete`: they are removed. */
export type GraphsOnRemoval = 'keep' | 'delete'

/** After this time no gateway accepts deleted keys, and all requests with them have ended. */
const keysEndMs = 15_000

/** A pending removal of an account's graphs. */
interface Removal {
  readonly accountId: AccountId
}

export type GraphRemoval = ReturnType<typeof createRemoval>

/** `isGone` tells whether an account was deleted. */
export function createRemoval(
  store: Store,
  isGone: (accountId: AccountId) => Promise<boolean>,
  onError: (error: unknown) => void,
) {
  const removals = store.records<Removal>('account-removals')

  /** Removes graphs that were created until the keys became invalid, on other gateways some seconds later. */
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

    /** To be called before the account is deleted. If the service ends meanwhile, it continues at the next start. */
    async removeGraphs(accountId: AccountId): Promise<void> {
      await removals.insert(accountId, { accountId })
      await store.graphs.removeAll(accountId)
    },

    async resume(): Promise<void> {
      for (const { value } of await removals.list()) {
        const { accountId } = value
        if (await isGone(accountId)) await removeLate(accountId)
        // The account was not deleted after all.
        else await removals.delete(accountId)
      }
    },
  }
}
