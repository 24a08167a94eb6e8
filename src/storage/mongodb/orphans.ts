/**
 * Removes documents without a graph, and figures that their graph does not refer to. Each sweep checks a part of a
 * collection; the next sweep, in any process, continues where it ended.
 */

import type { Collection, Document, Filter } from 'mongodb'
import type { GraphId } from '../../domain/ids.ts'
import type { Collections, GraphDoc } from './documents/documents.ts'

/** How many documents are checked per query. */
const step = 500
/** How many documents of a collection one sweep checks. */
const maxChecked = 20_000

interface Kept {
  readonly _id: string
  /** Missing in first figures, where `_id` is the graph_id. */
  readonly graphId?: GraphId
}

/** Removes orphans among the next documents of each collection, if they were written before that time. */
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
  // The collections have different document types; only ids matter here.
  const collection = collections[name] as unknown as Collection<Kept>
  const _id = `orphans in ${name}`
  let after = (await meta.findOne({ _id }))?.after ?? ''
  for (let seen = 0; seen < maxChecked; seen += step) {
    const page = await collection
      .find({ _id: { $gt: after } }, { projection: { graphId: 1 }, sort: { _id: 1 }, limit: step })
      .toArray()
    await removeOrphans(collections, collection, page, name === 'figures' ? isNamed : isThere, only)
    after = page.length < step ? '' : (page.at(-1)?._id ?? '')
    await meta.updateOne({ _id }, { $set: { after } }, { upsert: true })
    if (after === '') return
  }
}

/** The fields with the figures that a graph refers to. */
const named = { 'figure.id': 1, 'past.id': 1 } as const

type Belongs = (doc: Kept, graph: Pick<GraphDoc, '_id' | 'figure' | 'past'> | undefined) => boolean

const isThere: Belongs = (_doc, graph) => graph !== undefined
const isNamed: Belongs = ({ _id }, graph) =>
  graph !== undefined &&
  ((graph.figure?.id ?? graph._id) === _id || (graph.past ?? []).some(({ id }) => id === _id))

// The id of a graph's first figure is the graph_id.
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
