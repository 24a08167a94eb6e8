/**
 * How many graphs each account has, so that nobody counts millions to show a number. A create counts before its graph
 * is written, a deletion after: a process that dies in between leaves a number too high, until the next recount.
 */

import type { AccountId } from '../../domain/ids.ts'
import type { Collections } from './documents.ts'
import { retryDuplicate } from './errors.ts'

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

/** Counts anew where the number was never counted whole. */
export async function totalOf(collections: Collections, accountId: AccountId): Promise<number> {
  const doc = await collections.totals.findOne({ _id: accountId })
  return doc?.counted ? doc.graphs : recount(collections, accountId)
}

/** Counts the graphs that are there, and writes that down unless one was made or deleted meanwhile. */
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

/** After graphs came by another way than one by one: they are counted when somebody asks. */
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
