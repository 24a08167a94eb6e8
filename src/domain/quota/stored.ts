/** Quotas of what accounts store, held around any store: a create or an update beyond one changes nothing. */

import { createKeyedMutex } from '../../async/keyed-mutex.ts'
import { quotaExceeded } from '../../errors/errors.ts'
import type { Figure } from '../graph/graph.ts'
import type { AccountId, GraphId } from '../ids.ts'
import type { Store } from '../ports.ts'
import { addUsage, type Usage, usedBy } from './usage.ts'

const bytesOf = ({ data, layout, frames }: Figure): number =>
  [data, layout, frames ?? ''].reduce((sum, text) => sum + Buffer.byteLength(text), 0)

/** What one account may store; null is without bound. */
export interface StoredLimits {
  readonly graphs: number | null
  /** Of its graphs' figures in their newest versions. */
  readonly bytes: number | null
}

/**
 * The store, with writes that reject with `quota_exceeded`. An account's creates then follow one another; gateways
 * that share a database may each be one graph ahead of the count.
 */
export function withQuotas(store: Store, { graphs: mostGraphs, bytes: mostBytes }: StoredLimits): Store {
  if (mostGraphs === null && mostBytes === null) return store
  const { graphs } = store
  const usage = store.records<Usage>('usage')
  const sizes = store.records<Usage>('graph-bytes')
  const withLock = createKeyedMutex()

  async function requireRoom(accountId: AccountId, more: number): Promise<void> {
    if (mostBytes === null || more <= 0) return
    const used = await usedBy(usage, accountId)
    if (used + more > mostBytes) {
      throw quotaExceeded('QUOTA_BYTES', `the account may store ${mostBytes} bytes and has stored ${used}`)
    }
  }

  /** Graphs from before there was a quota are counted from their next change on. */
  async function resize(accountId: AccountId, graphId: GraphId, size: number): Promise<void> {
    if (mostBytes === null) return
    const before = await usedBy(sizes, graphId)
    await addUsage(sizes, graphId, size - before, { owner: accountId })
    await addUsage(usage, accountId, size - before)
  }

  async function forget(graphId: GraphId, accountId: AccountId | undefined): Promise<void> {
    const size = mostBytes === null ? null : await sizes.take(graphId)
    if (size && accountId !== undefined) await addUsage(usage, accountId, -size.used)
  }

  return {
    ...store,
    records: name => store.records(name),
    graphs: {
      ...graphs,

      insert: (record, figure, claim) =>
        withLock(record.accountId, async () => {
          const { accountId, graphId } = record
          if (mostGraphs !== null && (await graphs.count(accountId)) >= mostGraphs) {
            throw quotaExceeded('QUOTA_GRAPHS', `the account may have ${mostGraphs} graphs and has them`)
          }
          // Before the insert, which takes the texts over.
          const size = bytesOf(figure)
          await requireRoom(accountId, size)
          const outcome = await graphs.insert(record, figure, claim)
          if (outcome.kind === 'inserted') await resize(accountId, graphId, size)
          return outcome
        }),

      replace: (record, figure, from, claim) =>
        withLock(record.accountId, async () => {
          const { accountId, graphId } = record
          const size = bytesOf(figure)
          await requireRoom(accountId, size - (await usedBy(sizes, graphId)))
          const outcome = await graphs.replace(record, figure, from, claim)
          if (outcome.kind === 'changed') await resize(accountId, graphId, size)
          return outcome
        }),

      async remove(graphId) {
        const record = await graphs.find(graphId)
        const removed = await graphs.remove(graphId)
        await forget(graphId, record?.accountId)
        return removed
      },

      async removeAll(accountId) {
        const removed = await graphs.removeAll(accountId)
        for (const { id } of await sizes.list(accountId)) await sizes.delete(id)
        await usage.delete(accountId)
        return removed
      },
    },
  }
}
