/** Counts the bytes of figures per account and graph, within a quota. */

import { quotaExceeded } from '../../errors/errors.ts'
import type { Figure } from '../figure/text.ts'
import type { AccountId, GraphId } from '../ids.ts'
import type { Append, GraphStore, Store } from '../ports.ts'
import { deleteAll } from '../records.ts'
import { addUsage, type Usage, usedBy } from './usage.ts'

/** The bytes of the values that were sent, as they count towards the quota. */
export const appendedBytes = (appends: readonly Append[]): number =>
  appends
    .flatMap(({ segment }) => segment.extensions)
    .reduce((sum, { items }) => sum + Buffer.byteLength(items), 0)

/** The bytes of the texts, as they count towards the quota. */
export const bytesOf = ({ data, layout, frames }: Figure): number =>
  [data, layout, frames ?? ''].reduce((sum, text) => sum + Buffer.byteLength(text), 0)

/** `maxBytes` is the quota of an account; null means no limit, and nothing is counted. */
export function countStoredBytes(
  store: Pick<Store, 'records'>,
  graphs: Pick<GraphStore, 'figure'>,
  maxBytes: number | null,
) {
  const usage = store.records<Usage>('usage')
  const sizes = store.records<Usage>('graph-bytes')

  /** Rejects with `quota_exceeded`. */
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

  return {
    requireRoom,
    resize,

    sizeOf: (graphId: GraphId): Promise<number> => usedBy(sizes, graphId),

    /** Appends are counted by what was sent. Points dropped by `keep` are subtracted only when the quota is reached. */
    async requireRoomForPoints(accountId: AccountId, graphId: GraphId, more: number): Promise<void> {
      try {
        await requireRoom(accountId, more)
      } catch (error) {
        const figure = await graphs.figure(graphId)
        if (!figure) throw error
        await resize(accountId, graphId, bytesOf(figure))
        await requireRoom(accountId, more)
      }
    },

    async forget(graphId: GraphId, accountId: AccountId | undefined): Promise<void> {
      const size = maxBytes === null ? null : await sizes.take(graphId)
      if (size && accountId !== undefined) await addUsage(usage, accountId, -size.used)
    },

    async forgetAll(accountId: AccountId): Promise<void> {
      await deleteAll(sizes, accountId)
      await usage.delete(accountId)
    },
  }
}
