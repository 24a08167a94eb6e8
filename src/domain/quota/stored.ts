/** Quotas of graphs and bytes per account, enforced by wrapping any store. A refused write changes nothing. */

import { createKeyedMutex } from '../../async/keyed-mutex.ts'
import { quotaExceeded } from '../../errors/errors.ts'
import type { AccountId, GraphId } from '../ids.ts'
import type { GraphStore, IdempotencyClaim, InsertOutcome, Store } from '../ports.ts'
import { appendedBytes, bytesOf, countStoredBytes } from './stored-bytes.ts'

/** What one account may store; null means no limit. */
export interface StoredLimits {
  readonly graphs: number | null
  /** Counts the figures of the newest versions. */
  readonly bytes: number | null
}

/**
 * Wraps the store so that writes beyond a quota reject with `quota_exceeded`. Creates of one account are serialised
 * within a process; each further gateway on the same database may exceed the quota by one graph.
 */
export function withQuotas(store: Store, { graphs: maxGraphs, bytes: maxBytes }: StoredLimits): Store {
  if (maxGraphs === null && maxBytes === null) return store
  const { graphs } = store
  const bytes = countStoredBytes(store, graphs, maxBytes)
  const withLock = createKeyedMutex()

  async function requireRoomForGraph(accountId: AccountId, size: number): Promise<void> {
    if (maxGraphs !== null && (await graphs.count(accountId)) >= maxGraphs) {
      throw quotaExceeded('QUOTA_GRAPHS', `the account may have ${maxGraphs} graphs and has them`)
    }
    await bytes.requireRoom(accountId, size)
  }

  /** Counts the new size of a graph that was changed. */
  async function recount(accountId: AccountId, graphId: GraphId, size: number): Promise<void> {
    await bytes.resize(accountId, graphId, size)
    // It may have been deleted, and no longer counted, between its change and this count.
    if (maxBytes !== null && !(await graphs.find(graphId))) await bytes.forget(graphId, accountId)
  }

  return {
    ...store,
    graphs: {
      ...graphs,

      insert: (record, figure, claim) =>
        withLock(record.accountId, async () => {
          const { accountId, graphId } = record
          // Measured before the insert, which takes over the texts.
          const size = bytesOf(figure)
          try {
            await requireRoomForGraph(accountId, size)
          } catch (refusal) {
            const before = await madeBefore(graphs, graphId, claim)
            if (before) return before
            throw refusal
          }
          const outcome = await graphs.insert(record, figure, claim)
          if (outcome.kind === 'inserted') await bytes.resize(accountId, graphId, size)
          return outcome
        }),

      replace: (record, figure, from, claim) =>
        withLock(record.accountId, async () => {
          const { accountId, graphId } = record
          const size = bytesOf(figure)
          await bytes.requireRoom(accountId, size - (await bytes.sizeOf(graphId)))
          const outcome = await graphs.replace(record, figure, from, claim)
          if (outcome.kind === 'changed') await recount(accountId, graphId, size)
          return outcome
        }),

      async append(graphId, from, appends) {
        const record = maxBytes === null ? null : await graphs.find(graphId)
        if (!record) return graphs.append(graphId, from, appends)
        const { accountId } = record
        return withLock(accountId, async () => {
          const more = appendedBytes(appends)
          await bytes.requireRoomForPoints(accountId, graphId, more)
          const outcome = await graphs.append(graphId, from, appends)
          if (outcome.kind === 'changed') {
            await recount(accountId, graphId, (await bytes.sizeOf(graphId)) + more)
          }
          return outcome
        })
      },

      async remove(graphId, ifVersion) {
        const record = await graphs.find(graphId)
        const removed = await graphs.remove(graphId, ifVersion)
        if (removed || ifVersion === undefined) await bytes.forget(graphId, record?.accountId)
        return removed
      },

      async removeAll(accountId) {
        const removed = await graphs.removeAll(accountId)
        await bytes.forgetAll(accountId)
        return removed
      },
    },
  }
}

/** The outcome of an earlier create with the same claim, which is repeated even if the quota is now used up. */
async function madeBefore(
  graphs: GraphStore,
  graphId: GraphId,
  claim: IdempotencyClaim | undefined,
): Promise<InsertOutcome | null> {
  const made = claim && (await graphs.claimed(graphId, claim.id))
  if (!made) return null
  return made.bodyHash === claim.bodyHash ? { kind: 'replayed', graphId: made.graphId } : { kind: 'conflict' }
}
