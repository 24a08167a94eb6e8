/** What is over the limits, and what crashes left behind. Claims and records that expire go by themselves: `indexes.ts`. */

import type { Collection, Filter } from 'mongodb'
import type { SweepLimits } from '../../domain/ports.ts'
import type { Connection } from './connection.ts'
import type { Collections, FigureDoc } from './documents.ts'
import { removeFiles } from './remove.ts'

/** Documents handled at a time. */
const step = 500
/** Documents of a collection one sweep looks at for orphans; the next goes on from there. */
const orphanWindow = 20_000
/** A create may be under way for this long: its figure is no orphan yet, and its claim is still looked at. */
const graceMs = 10 * 60_000

export function createSweep({ use }: Connection): (limits: SweepLimits) => Promise<void> {
  const figuresFrom = { id: '' }
  const artifactsFrom = { id: '' }
  return ({ now, variantBytes }) =>
    use(async collections => {
      const before = new Date(now.getTime() - graceMs)
      await sweepRemoved(collections, before)
      await sweepVariants(collections, variantBytes)
      const writtenAt = { $lte: before }
      await sweepOrphans(collections, collections.figures, id => id, figuresFrom, { writtenAt })
      await sweepOrphans(
        collections,
        collections.artifacts,
        id => id.slice(0, id.indexOf('/')),
        artifactsFrom,
        {},
      )
    })
}

/** A writer that died after its graph was deleted may have brought it back: the claim still knows. */
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

async function sweepVariants({ artifacts }: Collections, maxBytes: number): Promise<void> {
  let total = 0
  const newestFirst = artifacts
    .find({ lasting: false }, { projection: { _id: 0, createdAt: 1, size: 1 } })
    .sort({ createdAt: -1 })
  for await (const { createdAt, size } of newestFirst) {
    total += size
    if (total <= maxBytes) continue
    await artifacts.deleteMany({ lasting: false, createdAt: { $lte: createdAt } })
    return
  }
}

/** Removes what belongs to no graph among the next documents in the order of their ids. */
async function sweepOrphans<D extends { _id: string }>(
  { graphs }: Collections,
  collection: Collection<D>,
  graphIdOf: (id: string) => string,
  from: { id: string },
  only: Pick<Filter<FigureDoc>, 'writtenAt'>,
): Promise<void> {
  for (let seen = 0; seen < orphanWindow; seen += step) {
    const page = await collection
      .find({ _id: { $gt: from.id } } as Filter<D>, { projection: { _id: 1 }, sort: { _id: 1 }, limit: step })
      .toArray()
    const ids = page.map(doc => String(doc._id))
    const graphIds = [...new Set(ids.map(graphIdOf))]
    const living = await graphs.find({ _id: { $in: graphIds } }, { projection: { _id: 1 } }).toArray()
    const alive = new Set(living.map(doc => doc._id))
    const orphans = ids.filter(id => !alive.has(graphIdOf(id)))
    if (orphans.length > 0) {
      await collection.deleteMany({ _id: { $in: orphans }, ...only } as unknown as Filter<D>)
    }
    from.id = ids.length < step ? '' : (ids.at(-1) ?? '')
    if (from.id === '') return
  }
}
