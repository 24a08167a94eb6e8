/** What becomes of an account's graphs when it ends. */

import type { Store } from '../domain/ports.ts'

/** `keep`: their addresses go on working, and nobody can delete them. `delete`: nothing is left of them. */
export type GraphsFate = 'keep' | 'delete'

/** By then no gateway believes a deleted key any more. */
const keysEndMs = 6_000

export function createRemoval(store: Store, onError: (error: unknown) => void) {
  return {
    async removeGraphs(accountId: string): Promise<void> {
      await store.graphs.removeAll(accountId)
      // Another gateway may take creates for some seconds more, by a key that was just deleted.
      setTimeout(() => void store.graphs.removeAll(accountId).catch(onError), keysEndMs).unref()
    },
  }
}
