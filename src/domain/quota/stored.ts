/** Quotas of what accounts store, held around any store: a create or an update beyond one changes nothing. */

import { createKeyedMutex } from '../../async/keyed-mutex.ts'
import { quotaExceeded } from '../../errors/errors.ts'
import type { Figure } from '../figure/text.ts'
import type { AccountId, GraphId } from '../ids.ts'
import type { Append, IdempotencyClaim, InsertOutcome, Store } from '../ports.ts'
import { addUsage, type Usage, usedBy } from './usage.ts'

const appendedBytes = (appends: readonly Append[]): number =>
  appends
    .flatMap(({ segment }) => segment.extensions)
    .reduce((sum, { items }) => sum + Buffer.byteLength(items), 0)

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

  /** What a create under that claim was answered before: to be answered again, whatever the quota is by now. */
  async function madeBefore(
    graphId: GraphId,
    claim: IdempotencyClaim | undefined,
  ): Promise<InsertOutcome | null> {
    const made = claim && (await graphs.claimed(graphId, claim.id))
    if (!made) return null
    return made.bodyHash === claim.bodyHash
      ? { kind: 'replayed', graphId: made.graphId }
      : { kind: 'conflict' }
  }

  async function requireRoomForGraph(accountId: AccountId, size: number): Promise<void> {
    if (mostGraphs !== null && (await graphs.count(accountId)) >= mostGraphs) {
      throw quotaExceeded('QUOTA_GRAPHS', `the account may have ${mostGraphs} graphs and has them`)
    }
    await requireRoom(accountId, size)
  }

  /** Appends are counted as they were sent; what `keep` let go since is found once there is no room. */
  async function requireRoomForPoints(accountId: AccountId, graphId: GraphId, more: number): Promise<void> {
    try {
      await requireRoom(accountId, more)
    } catch (error) {
      const figure = await graphs.figure(graphId)
      if (!figure) throw error
      await resize(accountId, graphId, bytesOf(figure))
      await requireRoom(accountId, more)
    }
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
          // Before the insert, which takes the texts over.
          const size = bytesOf(figure)
          try {
            await requireRoomForGraph(accountId, size)
          } catch (refusal) {
            const before = await madeBefore(graphId, claim)
            if (before) return before
            throw refusal
          }
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

      async append(graphId, from, appends) {
        const record = mostBytes === null ? null : await graphs.find(graphId)
        if (!record) return graphs.append(graphId, from, appends)
        const { accountId } = record
        return withLock(accountId, async () => {
          const more = appendedBytes(appends)
          await requireRoomForPoints(accountId, graphId, more)
          const outcome = await graphs.append(graphId, from, appends)
          if (outcome.kind === 'changed') {
            await resize(accountId, graphId, (await usedBy(sizes, graphId)) + more)
          }
          return outcome
        })
      },

      async remove(graphId, ifVersion) {
        const record = await graphs.find(graphId)
        const removed = await graphs.remove(graphId, ifVersion)
        if (removed || ifVersion === undefined) await forget(graphId, record?.accountId)
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
