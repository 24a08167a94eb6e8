/** Follow-up work of every change: updates claims and removes what no kept version needs. */

import type { GraphId } from '../../../domain/ids.ts'
import type { IdempotencyClaim } from '../../../domain/ports.ts'
import { forgottenClaims } from '../../claimed-changes.ts'
import { removeChunks } from '../chunks.ts'
import type { Collections, GraphDoc, HeldClaim } from '../documents/documents.ts'
import { forgetImageKeys } from '../image-keys.ts'
import { figureOf, newestOf } from './version-reads.ts'

/** Stores the versions in the claims, because the copies in the change itself are removed with it. */
export async function recordInClaims(
  { claims, graphs }: Collections,
  graphId: GraphId,
  made: readonly { readonly claim: IdempotencyClaim | HeldClaim | undefined; readonly version: number }[],
): Promise<void> {
  const writes = made.flatMap(({ claim, version }) => {
    if (!claim) return []
    const { id, bodyHash, expiresAt } = claim
    const fields = { bodyHash, graphId, version, createdAt: new Date(), expiresAt, state: 'stored' as const }
    return [{ updateOne: { filter: { _id: id }, update: { $set: fields }, upsert: true } }]
  })
  if (writes.length === 0) return
  await claims.bulkWrite(writes, { ordered: false })
  // Read after the write: a concurrent deletion either sees the claims or is seen here.
  if (await graphs.findOne({ _id: graphId }, { projection: { _id: 1 } })) return
  await claims.deleteMany({ graphId, version: { $exists: true } })
}

/** Removes everything that no kept version needs, after changes from version `from` on. */
export async function prune(
  collections: Collections,
  doc: GraphDoc,
  from: number,
  kept: number,
): Promise<void> {
  const { appends, artifacts, claims } = collections
  const graphId = doc._id
  const version = newestOf(doc)
  const oldest = version - kept
  const needed = [figureOf(doc), ...(doc.past ?? [])].find(each => each.version <= oldest)?.version ?? 0
  const forgotten = forgottenClaims(from, version)
  await Promise.all([
    forgotten !== null && claims.deleteMany({ graphId, version: { $lte: forgotten } }),
    needed > 0 && appends.deleteMany({ graphId, first: { $lte: needed } }),
    oldest > 1 && removeArtifacts(collections, graphId, oldest),
    // Files of older versions become evictable, like images in other sizes.
    artifacts.updateMany(
      { graphId, lasting: true, version: { $not: { $gte: version } } },
      { $set: { lasting: false } },
    ),
  ])
}

/** Removes the artifacts of versions before `oldest`. Those of first versions may have no version field. */
async function removeArtifacts(collections: Collections, graphId: GraphId, oldest: number): Promise<void> {
  const { artifacts } = collections
  const before = { graphId, $or: [{ version: { $lt: oldest } }, { version: { $exists: false } }] }
  const docs = await artifacts.find(before, { projection: { chunks: 1, imageKey: 1 } }).toArray()
  if (docs.length === 0) return
  await forgetImageKeys(collections, docs)
  await artifacts.deleteMany(before)
  for (const { chunks } of docs) if (chunks) await removeChunks(collections, graphId, chunks)
}
