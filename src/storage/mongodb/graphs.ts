/** Graphs in MongoDB: figures apart from the small graph documents. */

import type { Filter } from 'mongodb'
import type { Figure } from '../../domain/graph/graph.ts'
import type { GraphStore, ListQuery } from '../../domain/ports.ts'
import { unpackLargeFigure } from '../figure-codec.ts'
import { foldCase } from '../fold.ts'
import { type LayoutPrefix, wholeFigure } from '../layout-prefix.ts'
import { readWhole } from './chunks.ts'
import type { Connection } from './connection.ts'
import { type Collections, type FigureDoc, fromGraphDoc, type GraphDoc, toRendering } from './documents.ts'
import { packedFigure } from './figures.ts'
import { createInsert } from './insert.ts'
import type { Prefixes } from './prefixes.ts'
import { removable, removeGraphs } from './remove.ts'
import { totalOf } from './totals.ts'

/** Graphs of a closed account removed at a time. */
const removeStep = 200
/** A text longer than any stored folded title can be is in none of them. */
const maxSearch = 4000

export function createGraphs(
  connection: Connection,
  prefixes: Prefixes,
  prefix: LayoutPrefix | null,
): GraphStore {
  const { use } = connection

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
      const filter = toFilter(query)
      if (!filter) return []
      const turned = query.before ? -1 : 1
      const docs = await use(({ graphs }) =>
        graphs
          .find(filter)
          .sort([
            ['createdAt', turned === 1 ? -1 : 1],
            ['_id', turned],
          ])
          .limit(query.limit)
          .toArray(),
      )
      // Going back finds the nearest first; the answer is newest first either way.
      return (query.before ? docs.reverse() : docs).map(fromGraphDoc)
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

/** Null where nothing can match. */
function toFilter({ accountId, after, before, title }: ListQuery): Filter<GraphDoc> | null {
  const all: Filter<GraphDoc>[] = []
  if (after) {
    const { createdAt, graphId } = after
    all.push({ $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $gt: graphId } }] })
  }
  if (before) {
    const { createdAt, graphId } = before
    all.push({ $or: [{ createdAt: { $gt: createdAt } }, { createdAt, _id: { $lt: graphId } }] })
  }
  if (title) {
    const text = foldCase(title)
    if (text.length > maxSearch) return null
    all.push({ titleFolded: { $regex: literally(text) } })
  }
  return all.length > 0 ? { accountId, $and: all } : { accountId }
}

/** A regular expression for exactly this text. A NUL byte would end it early. */
const literally = (text: string): string =>
  text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\u0000', '\\x00')
