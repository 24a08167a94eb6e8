/** Graphs in MongoDB: figures apart from the small graph documents. */

import type { Figure } from '../../domain/graph/graph.ts'
import type { GraphStore } from '../../domain/ports.ts'
import { unpackLargeFigure } from '../figure-codec.ts'
import { type LayoutPrefix, wholeFigure } from '../layout-prefix.ts'
import { searchDeadlineMs } from '../search-deadline.ts'
import { readWhole } from './chunks.ts'
import type { Connection } from './connection.ts'
import { type Collections, type FigureDoc, fromGraphDoc, toRendering } from './documents.ts'
import { packedFigure } from './figures.ts'
import { createInsert } from './insert.ts'
import { listGraphs } from './list.ts'
import type { Prefixes } from './prefixes.ts'
import { removable, removeGraphs } from './remove.ts'
import { createUpgraded } from './schema.ts'
import { totalOf } from './totals.ts'

/** Graphs of a closed account removed at a time. */
const removeStep = 200

export function createGraphs(
  connection: Connection,
  prefixes: Prefixes,
  prefix: LayoutPrefix | null,
): GraphStore {
  const { use } = connection
  const upgraded = createUpgraded(connection)

  async function unpack(collections: Collections, doc: FigureDoc): Promise<Figure | null> {
    const packed = await packedFigure(collections, doc)
    if (!packed) return null
    const figure = await unpackLargeFigure(packed)
    return wholeFigure(figure, figure.layoutPrefix === null ? '' : await prefixes.text(figure.layoutPrefix))
  }

  return {
    insert: createInsert(connection, prefix),

    find: graphId =>
      use(async ({ graphs }) => {
        const doc = await graphs.findOne({ _id: graphId })
        return doc ? fromGraphDoc(doc) : null
      }),

    async findMany(graphIds) {
      if (graphIds.length === 0) return new Map()
      const docs = await use(({ graphs }) => graphs.find({ _id: { $in: [...graphIds] } }).toArray())
      return new Map(docs.map(doc => [doc._id, fromGraphDoc(doc)]))
    },

    figure: graphId =>
      use(collections =>
        readWhole(
          () => collections.figures.findOne({ _id: graphId }),
          doc => unpack(collections, doc),
        ),
      ),

    async figures(graphIds) {
      if (graphIds.length === 0) return new Map()
      return use(async collections => {
        const docs = await collections.figures.find({ _id: { $in: [...graphIds] } }).toArray()
        const found = await Promise.all(
          docs.map(async doc => [doc._id, await unpack(collections, doc)] as const),
        )
        return new Map(found.flatMap(([graphId, figure]) => (figure ? [[graphId, figure] as const] : [])))
      })
    },

    async list(query) {
      const options = { upgraded: await upgraded(), deadlineMs: searchDeadlineMs }
      const docs = await use(collections => listGraphs(collections, query, options))
      return docs.map(fromGraphDoc)
    },

    count: accountId => use(collections => totalOf(collections, accountId)),

    remove: graphId =>
      use(async collections => {
        const doc = await collections.graphs.findOne({ _id: graphId }, { projection: removable })
        return doc ? (await removeGraphs(collections, [doc])) === 1 : false
      }),

    removeAll: accountId =>
      use(async collections => {
        let removed = 0
        for (;;) {
          const docs = await collections.graphs
            .find({ accountId }, { projection: removable, limit: removeStep })
            .toArray()
          if (docs.length === 0) return removed
          removed += await removeGraphs(collections, docs)
        }
      }),

    unfinished: limit =>
      use(async ({ graphs }) => {
        const docs = await graphs
          .find(
            { 'rendering.status': { $in: ['pending', 'running'] } },
            { projection: { accountId: 1 }, limit },
          )
          .sort({ createdAt: -1 })
          .toArray()
        return docs.map(({ _id, accountId }) => ({ graphId: _id, accountId }))
      }),

    async setRendering(graphId, rendering) {
      await use(({ graphs }) =>
        graphs.updateOne({ _id: graphId }, { $set: { rendering: toRendering(rendering) } }),
      )
    },
  }
}
