/** What belongs to no graph, and figures that their graph does not name, found a stretch at a time; the next stretch begins where the last one ended, in any process. */

import type { Collection, Document, Filter } from 'mongodb'
import type { GraphId } from '../../domain/ids.ts'
import type { Collections, GraphDoc } from './documents.ts'

/** Documents looked at together. */
const step = 500
/** Documents of a collection that one sweep looks at. */
const stretch = 20_000

interface Kept {
  readonly _id: string
  /** Missing in figures, whose id it is. */
  readonly graphId?: GraphId
}

/** Removes orphans among the next documents of each collection that were written before then. */
export async function sweepOrphans(collections: Collections, writtenBefore: Date): Promise<void> {
  const writtenAt = { $lte: writtenBefore }
  await sweepCollection(collections, 'figures', { writtenAt })
  await sweepCollection(collections, 'artifacts', {})
  await sweepCollection(collections, 'chunks', { writtenAt })
  await sweepCollection(collections, 'appends', { createdAt: writtenAt })
}

async function sweepCollection(
  collections: Collections,
  name: 'figures' | 'artifacts' | 'chunks' | 'appends',
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
    await removeOrphans(collections, collection, page, name === 'figures' ? isNamed : isThere, only)
    after = page.length < step ? '' : (page.at(-1)?._id ?? '')
    await meta.updateOne({ _id }, { $set: { after } }, { upsert: true })
    if (after === '') return
  }
}

/** What tells which figures a graph names. */
const named = { 'figure.id': 1, 'past.id': 1 } as const

type Belongs = (doc: Kept, graph: Pick<GraphDoc, '_id' | 'figure' | 'past'> | undefined) => boolean

const isThere: Belongs = (_doc, graph) => graph !== undefined
const isNamed: Belongs = ({ _id }, graph) =>
  graph !== undefined &&
  ((graph.figure?.id ?? graph._id) === _id || (graph.past ?? []).some(({ id }) => id === _id))

// The first figure of a graph has the graph's id.
const graphIdOf = ({ _id, graphId }: Kept): GraphId => graphId ?? (_id as GraphId)

async function removeOrphans(
  { graphs }: Collections,
  collection: Collection<Kept>,
  page: readonly Kept[],
  belongs: Belongs,
  only: Document,
): Promise<void> {
  const graphIds = [...new Set(page.map(graphIdOf))]
  const living = await graphs.find({ _id: { $in: graphIds } }, { projection: named }).toArray()
  const byId = new Map(living.map(doc => [doc._id, doc]))
  const orphans = page.filter(doc => !belongs(doc, byId.get(graphIdOf(doc))))
  if (orphans.length === 0) return
  const filter: Filter<Kept> = { _id: { $in: orphans.map(doc => doc._id) }, ...only }
  await collection.deleteMany(filter)
}
