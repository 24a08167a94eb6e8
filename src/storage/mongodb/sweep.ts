/** Removes what is over the limits or was left by crashes. Expired claims and records go by TTL indexes (`indexes.ts`). */

import { accountIdOf } from '../../domain/ids.ts'
import type { SweepLimits } from '../../domain/ports.ts'
import { removedClaimsKept } from '../claimed-changes.ts'
import type { Connection } from './connection/connection.ts'
import type { ArtifactDoc } from './documents/artifact-documents.ts'
import type { Collections } from './documents/documents.ts'
import { forgetImageKeys } from './image-keys.ts'
import { sweepOrphans } from './orphans.ts'
import { removeFiles } from './remove.ts'
import { recount } from './totals.ts'

/** How many documents are processed at a time. */
const step = 500
/** How many accounts are recounted per sweep. */
const recounted = 50
/** How long a create may take. Its figure is not an orphan, and its claim is still checked, for that long. */
const graceMs = 10 * 60_000

/** One process is enough, but several may sweep at once. */
export function createSweep({ use }: Connection): (limits: SweepLimits) => Promise<void> {
  return ({ now, variantBytes, removedClaims = removedClaimsKept }) =>
    use(async collections => {
      const before = new Date(now.getTime() - graceMs)
      await sweepRemoved(collections, before)
      await sweepRemovedClaims(collections, removedClaims)
      await sweepVariants(collections, variantBytes)
      await sweepOrphans(collections, before)
      await recountSome(collections)
    })
}

/** Removes graphs again that a dying writer has restored after their deletion. The claim still has the mark. */
async function sweepRemoved(collections: Collections, before: Date): Promise<void> {
  const { claims, graphs } = collections
  for (;;) {
    const removed = await claims.find({ removedAt: { $lte: before } }, { limit: step }).toArray()
    if (removed.length === 0) return
    const graphIds = removed.map(claim => claim.graphId)
    await graphs.deleteMany({ _id: { $in: graphIds } })
    await removeFiles(collections, graphIds)
    await claims.updateMany(
      { _id: { $in: removed.map(claim => claim._id) }, removedAt: { $lte: before } },
      { $unset: { removedAt: true } },
    )
  }
}

/** Keeps the newest claims of deleted graphs, and those whose mark `sweepRemoved` still needs. */
async function sweepRemovedClaims({ claims }: Collections, kept: number): Promise<void> {
  const removed = { state: 'removed' } as const
  const newestBeyond = await claims.findOne(removed, {
    sort: { expiresAt: -1 },
    skip: kept,
    projection: { expiresAt: 1 },
  })
  if (newestBeyond === null) return
  await claims.deleteMany({
    ...removed,
    removedAt: { $exists: false },
    expiresAt: { $lte: newestBeyond.expiresAt },
  })
}

async function sweepVariants(collections: Collections, maxBytes: number): Promise<void> {
  let total = 0
  const newestFirst = collections.artifacts
    .find({ lasting: false }, { projection: { _id: 0, createdAt: 1, size: 1 } })
    .sort({ createdAt: -1 })
  for await (const { createdAt, size } of newestFirst) {
    total += size
    if (total > maxBytes) return removeVariants(collections, createdAt)
  }
}

async function removeVariants(collections: Collections, upTo: Date): Promise<void> {
  const { artifacts, chunks } = collections
  const projection = { graphId: 1, chunks: 1, imageKey: 1 }
  for (;;) {
    const page = await artifacts
      .find({ lasting: false, createdAt: { $lte: upTo } }, { projection })
      .limit(step)
      .toArray()
    if (page.length === 0) return
    await forgetImageKeys(collections, page)
    await artifacts.deleteMany(idsOf(page))
    const sets = page.flatMap(({ graphId, chunks: set }) => (set ? [{ graphId, set: set.set }] : []))
    if (sets.length > 0) await chunks.bulkWrite(sets.map(filter => ({ deleteMany: { filter } })))
  }
}

const idsOf = (docs: readonly Pick<ArtifactDoc, '_id' | 'graphId'>[]) => ({
  _id: { $in: docs.map(doc => doc._id) },
  graphId: { $in: [...new Set(docs.map(doc => doc.graphId))] },
})

async function recountSome(collections: Collections): Promise<void> {
  const { meta, totals } = collections
  const _id = 'recounted accounts'
  const after = (await meta.findOne({ _id }))?.after ?? ''
  const accounts = await totals
    .find({ _id: { $gt: accountIdOf(after) } }, { sort: { _id: 1 }, limit: recounted })
    .toArray()
  for (const account of accounts) await recount(collections, account._id)
  const next = accounts.length < recounted ? '' : (accounts.at(-1)?._id ?? '')
  await meta.updateOne({ _id }, { $set: { after: next } }, { upsert: true })
}
