/** What has expired, what is over the limits, and what crashes left behind. */

import type { Collection, Filter } from 'mongodb'
import type { SweepLimits } from '../../domain/ports.ts'
import type { Connection } from './connection.ts'
import type { Collections, FigureDoc } from './documents.ts'

/** Documents handled at a time. */
const step = 500
/** Documents of a collection one sweep looks at for orphans; the next goes on from there. */
const orphanWindow = 20_000
/** A figure without a graph may be a create under way for this long. */
const graceMs = 10 * 60_000

export function createSweep({ use }: Connection): (limits: SweepLimits) => Promise<void> {
  const figuresFrom = { id: '' }
  const artifactsFrom = { id: '' }
  return ({ now, variantBytes }) =>
    use(async collections => {
      await sweepClaims(collections, now)
      await collections.records.deleteMany({ expiresAt: { $lte: now } })
      await sweepVariants(collections, variantBytes)
      const writtenAt = { $lte: new Date(now.getTime() - graceMs) }
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

async function sweepClaims({ claims, graphs }: Collections, now: Date): Promise<void> {
  for (;;) {
    const expired = await claims.find({ expiresAt: { $lte: now } }, { limit: step }).toArray()
    if (expired.length === 0) return
    // A writer that died after its graph was deleted may have brought it back: its claim still knows.
    const removed = expired.filter(claim => claim.state === 'removed').map(claim => claim.graphId)
    if (removed.length > 0) await graphs.deleteMany({ _id: { $in: removed } })
    await claims.deleteMany({ _id: { $in: expired.map(claim => claim._id) }, expiresAt: { $lte: now } })
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
