/** Deletes graphs: first the document that makes them readable, then everything else. */

import type { GraphId } from '../../domain/ids.ts'
import type { Collections, GraphDoc } from './documents/documents.ts'
import { forgetImageKeysOf } from './image-keys.ts'
import { adjustTotal } from './totals.ts'
import { newestOf } from './versions/version-reads.ts'
import { atVersion } from './versions/version-writes.ts'

/** How long the claim of a deleted graph is kept at least, so that no writer can still be using it. */
const removedClaimMs = 60 * 60_000

type Removable = Pick<GraphDoc, '_id' | 'accountId' | 'claimId'>

/** The fields of a graph that a deletion needs. */
export const removable = { accountId: 1, claimId: 1, version: 1 } as const

/** Removes graphs of one account. Returns how many of them existed and were removed by this call. */
export async function removeGraphs(collections: Collections, docs: readonly Removable[]): Promise<number> {
  const ids = docs.map(doc => doc._id)
  // Before the graph is removed, so that a request that still writes under the claim sees the mark and undoes its writes.
  await closeClaims(collections, docs)
  const { deletedCount } = await collections.graphs.deleteMany({ _id: { $in: ids } })
  // Even if another call removed the graph, because it may have died before removing the files.
  await removeFiles(collections, ids)
  if (docs[0]) await adjustTotal(collections, docs[0].accountId, -deletedCount)
  return deletedCount
}

/** Removes a graph if that is its newest version. Returns whether this call removed it. */
export async function removeVersion(
  collections: Collections,
  doc: Removable & Pick<GraphDoc, 'version'>,
  version: number,
): Promise<boolean> {
  if (newestOf(doc) !== version) return false
  const { deletedCount } = await collections.graphs.deleteOne(atVersion(doc))
  if (deletedCount === 0) return false
  await adjustTotal(collections, doc.accountId, -1)
  // Also removes what another create under the claim may have written again.
  await removeGraphs(collections, [doc])
  return true
}

/** Removes everything that belongs to deleted graphs. */
export async function removeFiles(collections: Collections, ids: readonly GraphId[]): Promise<void> {
  const { artifacts, figures, appends, chunks, claims } = collections
  const graphId = { $in: [...ids] }
  await forgetImageKeysOf(collections, ids)
  await Promise.all([
    artifacts.deleteMany({ graphId }),
    appends.deleteMany({ graphId }),
    // Of its changes; that of the create stays, so that a repeated create does not bring the graph back.
    claims.deleteMany({ graphId, version: { $exists: true } }),
    // Two queries, because DocumentDB would scan the whole collection for an $or.
    figures.deleteMany({ _id: graphId }),
    figures.deleteMany({ graphId }),
  ])
  // Chunks are removed last: a reader that misses them reads the document again and finds it gone.
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
