/** Reads the whole database for backups, using cursors ordered by id, with one batch in memory at a time. */

import { unavailable } from '../../../errors/errors.ts'
import type { PackedFigure } from '../../figure-codec.ts'
import type { DumpItem, PortableStore } from '../../portable-store.ts'
import type { Connection } from '../connection/connection.ts'
import { toDomainError } from '../connection/errors.ts'
import {
  type AppendDoc,
  type Collections,
  type FigureDoc,
  type FigureRef,
  fromGraphDoc,
  type GraphDoc,
} from '../documents/documents.ts'
import { fromRecordDoc } from '../documents/record-fields.ts'
import { packedFigure } from '../figures.ts'
import type { Prefixes } from '../prefixes.ts'
import { isEmpty } from '../schema/schema.ts'
import { appendsTo, figureOf, newestOf } from '../versions/version-reads.ts'
import { createLoad } from './load.ts'

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
        throw toDomainError(error)
      }
    },
    load: createLoad(connection, prefixes),
    isEmpty: () => connection.use(isEmpty),
  }
}

/** How often a graph is read again that changes while it is read. */
const attempts = 50

/** A graph with its newest figure and the points that were appended to its kept figures. */
interface WholeGraph {
  readonly graph: GraphDoc
  readonly figure: PackedFigure
  readonly appends: readonly AppendDoc[]
}

/** Merges graphs with their first figures. Leaves out graphs that are deleted meanwhile. */
async function* dumpGraphs(collections: Collections, prefixes: Prefixes): AsyncIterable<DumpItem> {
  const seen = new Set<string>()
  async function* prefixOf({ layoutPrefix: id }: PackedFigure): AsyncIterable<DumpItem> {
    if (id === null || seen.has(id)) return
    yield { kind: 'layoutPrefix', prefix: { id, text: await prefixes.text(id) } }
    seen.add(id)
  }

  const figures = collections.figures.find({ graphId: { $exists: false } }, { batchSize }).sort({ _id: 1 })
  try {
    let first = await figures.next()
    for await (const listed of collections.graphs.find({}, { batchSize }).sort({ _id: 1 })) {
      while (first && first._id < listed._id) first = await figures.next()
      const whole = await readWhole(collections, listed, first)
      if (!whole) continue
      const { graph, figure } = whole
      const { version, createdAt } = figureOf(graph)
      yield* prefixOf(figure)
      yield { kind: 'graph', record: fromGraphDoc(graph), figure, base: { version, createdAt } }
      for await (const item of pastOf(collections, whole)) {
        if (item.kind === 'pastFigure') yield* prefixOf(item.figure)
        yield item
      }
    }
  } finally {
    await figures.close()
  }
}

/**
 * The graph as it was listed or, if it has changed since, as it is now. Null if it is gone, or lacks its figure for good.
 * Rejects with `unavailable` if it changes all the time.
 */
async function readWhole(
  collections: Collections,
  listed: GraphDoc,
  first: FigureDoc | null,
): Promise<WholeGraph | null> {
  let graph = listed
  for (let attempt = 0; attempt < attempts; attempt++) {
    const whole = await partsOf(collections, graph, first)
    if (whole) return whole
    const now = await collections.graphs.findOne({ _id: graph._id })
    if (!now || (newestOf(now) === newestOf(graph) && figureOf(now).id === figureOf(graph).id)) return null
    graph = now
  }
  throw unavailable(`the graph ${listed._id} changes faster than it can be read; retry`)
}

/** Null if its figure was replaced, or points were merged into it, since the graph was read. */
async function partsOf(
  collections: Collections,
  graph: GraphDoc,
  first: FigureDoc | null,
): Promise<WholeGraph | null> {
  const base = figureOf(graph)
  const doc = base.id === first?._id ? first : await collections.figures.findOne({ _id: base.id })
  const figure = doc && (await packedFigure(collections, doc))
  if (!figure) return null
  if (newestOf(graph) === 1) return { graph, figure, appends: [] }
  const appends = await collections.appends.find({ graphId: graph._id }).sort({ first: 1 }).toArray()
  const steps = appendsTo(graph, base, appends).flatMap(({ segments }) => segments)
  return steps.length === newestOf(graph) - base.version ? { graph, figure, appends } : null
}

/** The kept older versions of a graph. */
async function* pastOf(collections: Collections, { graph, appends }: WholeGraph): AsyncIterable<DumpItem> {
  const graphId = graph._id
  const bases: FigureRef[] = [figureOf(graph)]
  for (const past of graph.past ?? []) {
    const { id, version, createdAt, title, traceTypes, warnings } = past
    const doc = await collections.figures.findOne({ _id: id })
    const figure = doc && (await packedFigure(collections, doc))
    // Versions that are no longer kept may be gone already.
    if (!figure) continue
    bases.push(past)
    yield { kind: 'pastFigure', graphId, at: { version, createdAt }, title, traceTypes, warnings, figure }
  }
  for (const base of bases) {
    for (const { first, segments } of appendsTo(graph, base, appends)) {
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
