/** Reads the whole database for backups, using cursors ordered by id, with one batch in memory at a time. */

import type { PackedFigure } from '../figure-codec.ts'
import type { DumpItem, PortableStore } from '../portable-store.ts'
import type { Connection } from './connection.ts'
import { type Collections, fromGraphDoc, type GraphDoc } from './documents.ts'
import { toAppError } from './errors.ts'
import { packedFigure } from './figures.ts'
import { createLoad } from './load.ts'
import type { Prefixes } from './prefixes.ts'
import { fromRecordDoc } from './record-fields.ts'
import { isEmpty } from './schema.ts'
import { appendsTo, figureOf, newestOf } from './version-reads.ts'

/** The batch size. The server sends fewer documents if they are large. */
const batchSize = 1000

export function createDump(
  connection: Connection,
  prefixes: Prefixes,
): Pick<PortableStore, 'dump' | 'load' | 'isEmpty'> {
  return {
    async *dump() {
      const collections = await connection.use(async all => all)
      try {
        yield* dumpGraphs(collections, prefixes)
        yield* dumpRecords(collections)
      } catch (error) {
        throw toAppError(error)
      }
    },
    load: createLoad(connection, prefixes),
    isEmpty: () => connection.use(isEmpty),
  }
}

/** Merges graphs with their first figures. Skips graphs without a figure, which are just being created or deleted. */
async function* dumpGraphs(collections: Collections, prefixes: Prefixes): AsyncIterable<DumpItem> {
  const seen = new Set<string>()
  async function* prefixOf({ layoutPrefix: id }: PackedFigure): AsyncIterable<DumpItem> {
    if (id === null || seen.has(id)) return
    yield { kind: 'layoutPrefix', prefix: { id, text: await prefixes.text(id) } }
    seen.add(id)
  }

  const figures = collections.figures.find({ graphId: { $exists: false } }, { batchSize }).sort({ _id: 1 })
  let figure = await figures.next()
  for await (const graph of collections.graphs.find({}, { batchSize }).sort({ _id: 1 })) {
    while (figure && figure._id < graph._id) figure = await figures.next()
    const { id, version, createdAt } = figureOf(graph)
    const newest = id === figure?._id ? figure : await collections.figures.findOne({ _id: id })
    const packed = newest && (await packedFigure(collections, newest))
    if (!packed) continue
    yield* prefixOf(packed)
    yield { kind: 'graph', record: fromGraphDoc(graph), figure: packed, base: { version, createdAt } }
    for await (const item of pastOf(collections, graph)) {
      if (item.kind === 'pastFigure') yield* prefixOf(item.figure)
      yield item
    }
  }
  await figures.close()
}

/** The kept older versions of a graph. */
async function* pastOf(collections: Collections, graph: GraphDoc): AsyncIterable<DumpItem> {
  if (newestOf(graph) === 1) return
  const graphId = graph._id
  const past = graph.past ?? []
  for (const { id, version, createdAt, title, traceTypes, warnings } of past) {
    const doc = await collections.figures.findOne({ _id: id })
    const figure = doc && (await packedFigure(collections, doc))
    const at = { version, createdAt }
    if (figure) yield { kind: 'pastFigure', graphId, at, title, traceTypes, warnings, figure }
  }
  const all = await collections.appends.find({ graphId }).sort({ first: 1 }).toArray()
  for (const base of [figureOf(graph), ...past]) {
    for (const { first, segments } of appendsTo(graph, base, all)) {
      for (const [i, { body, createdAt }] of segments.entries())
        yield { kind: 'append', graphId, at: { version: first + i, createdAt }, body }
    }
  }
}

/** All records, the oldest of each collection first, in the order of the index for lists. */
async function* dumpRecords({ records }: Collections): AsyncIterable<DumpItem> {
  const cursor = records.find({}, { batchSize }).sort({ collection: -1, createdAt: 1, order: 1 })
  for await (const doc of cursor) {
    const { _id, collection, owner, expiresAt } = doc
    const value = JSON.stringify(fromRecordDoc(doc))
    yield { kind: 'record', collection, id: _id.slice(collection.length + 1), owner, expiresAt, value }
  }
}
