/** Quotas of graphs and bytes per account, enforced by wrapping any store. A refused write changes nothing. */

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
  const usage = store.records<Usage>('usage')
  const sizes = store.records<Usage>('graph-bytes')
  const withLock = createKeyedMutex()

  async function requireRoom(accountId: AccountId, more: number): Promise<void> {
    if (maxBytes === null || more <= 0) return
    const used = await usedBy(usage, accountId)
    if (used + more > maxBytes) {
      throw quotaExceeded('QUOTA_BYTES', `the account may store ${maxBytes} bytes and has stored ${used}`)
    }
  }

  /** Records the new size of a graph. Graphs that are older than the quota are counted from their next change on. */
  async function resize(accountId: AccountId, graphId: GraphId, size: number): Promise<void> {
    if (maxBytes === null) return
    const before = await usedBy(sizes, graphId)
    await addUsage(sizes, graphId, size - before, { owner: accountId })
    await addUsage(usage, accountId, size - before)
  }

  /** The outcome of an earlier create with the same claim, which is repeated even if the quota is now used up. */
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
    if (maxGraphs !== null && (await graphs.count(accountId)) >= maxGraphs) {
      throw quotaExceeded('QUOTA_GRAPHS', `the account may have ${maxGraphs} graphs and has them`)
    }
    await requireRoom(accountId, size)
  }

  /** Appends are counted by what was sent. Points dropped by `keep` are subtracted only when the quota is reached. */
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
    const size = maxBytes === null ? null : await sizes.take(graphId)
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
          // Measured before the insert, which takes over the texts.
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
        const record = maxBytes === null ? null : await graphs.find(graphId)
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
