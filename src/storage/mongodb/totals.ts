/**
 * The number of graphs of each account, so that millions need not be counted to show it. A create increments it before its
 * graph is written and a deletion decrements it afterwards, so a crash in between leaves it too high until the next recount.
 */

import type { AccountId } from '../../domain/ids.ts'
import { retryDuplicate } from './connection/errors.ts'
import type { Collections } from './documents/documents.ts'

/** One atomic increment; `by` is negative for deletions. */
export async function adjustTotal({ totals }: Collections, accountId: AccountId, by: number): Promise<void> {
  if (by === 0) return
  await retryDuplicate(() =>
    totals.updateOne(
      { _id: accountId },
      { $inc: { graphs: by, changes: 1 }, $setOnInsert: { counted: false } },
      { upsert: true },
    ),
  )
}

/** The number of graphs. Counts them if they have never been counted completely. */
export async function totalOf(collections: Collections, accountId: AccountId): Promise<number> {
  const doc = await collections.totals.findOne({ _id: accountId })
  return doc?.counted ? doc.graphs : recount(collections, accountId)
}

/** The number of graphs that have expired by then and were not removed yet. */
export const expiredOf = ({ graphs }: Collections, accountId: AccountId, at: Date): Promise<number> =>
  graphs.countDocuments({ accountId, expiresAt: { $lte: at } })

/** Counts the graphs and stores the number, unless it was changed concurrently. */
export async function recount({ totals, graphs }: Collections, accountId: AccountId): Promise<number> {
  const doc = await totals.findOne({ _id: accountId })
  const count = await graphs.countDocuments({ accountId })
  if (doc && (doc.graphs !== count || !doc.counted)) {
    await totals.updateOne(
      { _id: accountId, changes: doc.changes },
      { $set: { graphs: count, counted: true } },
    )
  }
  return count
}

/** Discards the numbers after a bulk load. They are counted again on demand. */
export async function forgetTotals({ totals }: Collections, accountIds: Iterable<AccountId>): Promise<void> {
  await totals.bulkWrite(
    [...new Set(accountIds)].map(_id => ({
      updateOne: {
        filter: { _id },
        update: { $set: { counted: false }, $inc: { changes: 1 }, $setOnInsert: { graphs: 0 } },
        upsert: true,
      },
    })),
    { ordered: false },
  )
}
