/** What belongs to no graph, found a stretch at a time; the next stretch begins where the last one ended, in any process. */

import type { Collection, Document, Filter } from 'mongodb'
import type { Collections } from './documents.ts'

/** Documents looked at together. */
const step = 500
/** Documents of a collection that one sweep looks at. */
const stretch = 20_000

interface Kept {
  readonly _id: string
  /** Missing in figures, whose id it is. */
  readonly graphId?: string
}

/** Removes orphans among the next documents of each collection that were written before then. */
export async function sweepOrphans(collections: Collections, writtenBefore: Date): Promise<void> {
  const writtenAt = { $lte: writtenBefore }
  await sweepCollection(collections, 'figures', { writtenAt })
  await sweepCollection(collections, 'artifacts', {})
  await sweepCollection(collections, 'chunks', { writtenAt })
}

async function sweepCollection(
  collections: Collections,
  name: 'figures' | 'artifacts' | 'chunks',
  only: Document,
): Promise<void> {
  const { meta } = collections
  // They differ in what they hold; here only ids count.
  const collection = collections[name] as unknown as Collection<Kept>
  const _id = `orphans in ${name}`
  let after = (await meta.findOne({ _id }))?.after ?? ''
  for (let seen = 0; seen < stretch; seen += step) {
    const page = await collection
      .find({ _id: { $gt: after } }, { projection: { graphId: 1 }, sort: { _id: 1 }, limit: step })
      .toArray()
    await removeOrphans(collections, collection, page, only)
    after = page.length < step ? '' : (page.at(-1)?._id ?? '')
    await meta.updateOne({ _id }, { $set: { after } }, { upsert: true })
    if (after === '') return
  }
}

const graphIdOf = ({ _id, graphId }: Kept): string => graphId ?? _id

async function removeOrphans(
  { graphs }: Collections,
  collection: Collection<Kept>,
  page: readonly Kept[],
  only: Document,
): Promise<void> {
  const graphIds = [...new Set(page.map(graphIdOf))]
  const living = await graphs.find({ _id: { $in: graphIds } }, { projection: { _id: 1 } }).toArray()
  const alive = new Set(living.map(doc => doc._id))
  const orphans = page.filter(doc => !alive.has(graphIdOf(doc)))
  if (orphans.length === 0) return
  const filter: Filter<Kept> = { _id: { $in: orphans.map(doc => doc._id) }, ...only }
  await collection.deleteMany(filter)
}
