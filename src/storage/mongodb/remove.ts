/** Deleting graphs: unreadable first, then everything of theirs. */

import type { GraphId } from '../../domain/ids.ts'
import type { Collections, GraphDoc } from './documents.ts'
import { forgetImageKeysOf } from './image-keys.ts'
import { adjustTotal } from './totals.ts'
import { newestOf } from './version-reads.ts'
import { atVersion } from './version-writes.ts'

/** A claim whose graph was deleted is kept this long at least: until no writer can still be at work under it. */
const removedClaimMs = 60 * 60_000

type Removable = Pick<GraphDoc, '_id' | 'accountId' | 'claimId'>

/** What a deletion must know of a graph. */
export const removable = { accountId: 1, claimId: 1, version: 1 } as const

/** How many of these, which are of one account, were there and were removed by this call. */
export async function removeGraphs(collections: Collections, docs: readonly Removable[]): Promise<number> {
  const ids = docs.map(doc => doc._id)
  // Before the graph goes: whoever still writes under the claim will see it and take its writing back.
  await closeClaims(collections, docs)
  const { deletedCount } = await collections.graphs.deleteMany({ _id: { $in: ids } })
  // Also where another call removed the graph: that one may have died before this.
  await removeFiles(collections, ids)
  if (docs[0]) await adjustTotal(collections, docs[0].accountId, -deletedCount)
  return deletedCount
}

/** Whether it was there in that version, as its newest, and was removed by this call. */
export async function removeVersion(
  collections: Collections,
  doc: Removable & Pick<GraphDoc, 'version'>,
  version: number,
): Promise<boolean> {
  if (newestOf(doc) !== version) return false
  const { deletedCount } = await collections.graphs.deleteOne(atVersion(doc))
  if (deletedCount === 0) return false
  await adjustTotal(collections, doc.accountId, -1)
  // Also what another create under the claim may have put back by now.
  await removeGraphs(collections, [doc])
  return true
}

/** What belongs to graphs that are gone. */
export async function removeFiles(collections: Collections, ids: readonly GraphId[]): Promise<void> {
  const { artifacts, figures, appends, chunks } = collections
  const graphId = { $in: [...ids] }
  await forgetImageKeysOf(collections, ids)
  await Promise.all([
    artifacts.deleteMany({ graphId }),
    appends.deleteMany({ graphId }),
    // Not by one question with $or, for which DocumentDB reads the whole collection.
    figures.deleteMany({ _id: graphId }),
    figures.deleteMany({ graphId }),
  ])
  // After what names them: a reader that finds them gone looks again and finds nothing.
  await chunks.deleteMany({ graphId })
}

async function closeClaims({ claims }: Collections, docs: readonly Removable[]): Promise<void> {
  const claimed = docs.filter(doc => doc.claimId !== null)
  if (claimed.length === 0) return
  const removedAt = new Date()
  const change = {
    $set: { state: 'removed', removedAt },
    $max: { expiresAt: new Date(removedAt.getTime() + removedClaimMs) },
  } as const
  await claims.bulkWrite(
    claimed.map(({ _id: graphId, claimId }) => ({
      updateOne: { filter: { _id: String(claimId), graphId }, update: change },
    })),
    { ordered: false },
  )
}
