/** Graphs in MongoDB: small documents, with figures in a collection of their own. */

import { unpackSegment } from '../../domain/figure/append/segment.ts'
import type { Figure } from '../../domain/figure/text.ts'
import { versionName } from '../../domain/graph/graph.ts'
import type { GraphId } from '../../domain/ids.ts'
import type { GraphStore } from '../../domain/ports.ts'
import {
  extendFigure,
  isLarge,
  type PackedFigure,
  packFigure,
  packLargeFigure,
  unpackLargeFigure,
} from '../figure-codec.ts'
import { trimFigure, wholeFigure } from '../layout-prefix.ts'
import type { StoreOptions } from '../options.ts'
import { searchDeadlineMs } from '../search-deadline.ts'
import { createCompaction } from './compaction.ts'
import type { Connection } from './connection/connection.ts'
import { fromGraphDoc } from './documents/documents.ts'
import { createInsert } from './insert.ts'
import { listGraphs } from './list.ts'
import type { Prefixes } from './prefixes.ts'
import { removable, removeGraphs, removeVersion } from './remove.ts'
import { setRendering } from './rendering.ts'
import { createUpgraded } from './schema/schema.ts'
import { expiredOf, totalOf } from './totals.ts'
import {
  newestOf,
  readClaimed,
  readRecord,
  readSince,
  readStored,
  stampsOf,
} from './versions/version-reads.ts'
import { append, replace } from './versions/version-writes.ts'

/** How many graphs of a closed account are removed at a time. */
const removeStep = 200

export function createGraphs(
  connection: Connection,
  prefixes: Prefixes,
  { prefix, versionsKept: kept }: StoreOptions,
): GraphStore {
  const { use } = connection
  const upgraded = createUpgraded(connection)
  const compaction = createCompaction(connection, kept)

  async function pack(figure: Figure): Promise<PackedFigure> {
    const trimmed = trimFigure(figure, prefix)
    return isLarge(trimmed) ? packLargeFigure(trimmed) : packFigure(trimmed)
  }

  return {
    insert: createInsert(connection, prefix),
    ...createFigureReads(connection, prefixes, kept),
    ...createRemovals(connection),
    ...createDueLists(connection),

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

    findVersion: ({ graphId, version }) =>
      use(collections => readRecord(collections, graphId, version, kept)),

    versions: graphId =>
      use(async collections => {
        const doc = await collections.graphs.findOne({ _id: graphId })
        return doc ? stampsOf(collections, doc, newestOf(doc) - kept) : []
      }),

    async replace(record, figure, from, claim) {
      const packed = await pack(figure)
      return use(collections => replace(collections, record, packed, from, claim, kept))
    },

    async append(graphId, from, appends) {
      const outcome = await use(collections => append(collections, graphId, from, appends, kept))
      if (outcome.kind === 'changed') compaction.consider(graphId, from, outcome.version, appends)
      return outcome
    },

    appendedSince: ({ graphId, version }) =>
      use(async collections => (await readSince(collections, graphId, version))?.map(unpackSegment) ?? null),

    claimed: (graphId, claimId) => use(collections => readClaimed(collections, graphId, claimId)),

    async list(query) {
      const options = { upgraded: await upgraded(), deadlineMs: searchDeadlineMs }
      const docs = await use(collections => listGraphs(collections, query, options))
      return docs.map(fromGraphDoc)
    },

    count: (accountId, livingAt) =>
      use(async collections => {
        const all = await totalOf(collections, accountId)
        return livingAt ? all - (await expiredOf(collections, accountId, livingAt)) : all
      }),

    setRendering: (ref, rendering) => use(collections => setRendering(collections, ref, rendering)),
  }
}

/** The figures of graphs. */
function createFigureReads(
  { use }: Connection,
  prefixes: Prefixes,
  kept: number,
): Pick<GraphStore, 'figure' | 'figures'> {
  async function read(graphId: GraphId, version: number | null): Promise<Figure | null> {
    const stored = await use(collections => readStored(collections, graphId, version, kept))
    if (!stored) return null
    const figure = extendFigure(await unpackLargeFigure(stored.figure), stored.appends)
    return wholeFigure(figure, figure.layoutPrefix === null ? '' : await prefixes.text(figure.layoutPrefix))
  }

  return {
    figure: (graphId, version) => read(graphId, version ?? null),

    async figures(refs) {
      const found = refs.map(async ref => [versionName(ref), await read(ref.graphId, ref.version)] as const)
      return new Map((await Promise.all(found)).flatMap(([name, figure]) => (figure ? [[name, figure]] : [])))
    },
  }
}

function createRemovals({ use }: Connection): Pick<GraphStore, 'remove' | 'removeAll'> {
  return {
    remove: (graphId, ifVersion) =>
      use(async collections => {
        const doc = await collections.graphs.findOne({ _id: graphId }, { projection: removable })
        if (!doc) return false
        if (ifVersion !== undefined) return removeVersion(collections, doc, ifVersion)
        return (await removeGraphs(collections, [doc])) === 1
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
  }
}

/** Lists of graphs for work that is due. */
function createDueLists({ use }: Connection): Pick<GraphStore, 'unfinished' | 'expired'> {
  return {
    unfinished: ({ limit, upTo }) =>
      use(async ({ graphs }) => {
        const docs = await graphs
          .find(
            {
              'rendering.status': { $in: ['pending', 'running', 'failed'] },
              // Null also matches documents without the field, and can use an index.
              'rendering.checked': null,
              ...(upTo && { createdAt: { $lte: upTo } }),
            },
            { projection: { accountId: 1, version: 1, createdAt: 1, updatedAt: 1 }, limit },
          )
          .sort({ createdAt: -1 })
          .toArray()
        return docs.map(({ _id, accountId, createdAt, ...doc }) => ({
          graphId: _id,
          accountId,
          version: newestOf(doc),
          createdAt,
          updatedAt: doc.updatedAt ?? createdAt,
        }))
      }),

    expired: (at, limit) =>
      use(async ({ graphs }) => {
        const expired = { expiresAt: { $lte: at } }
        const docs = await graphs
          .find(expired, { projection: { version: 1 }, sort: { expiresAt: 1 }, limit })
          .toArray()
        return docs.map(doc => ({ graphId: doc._id, version: newestOf(doc) }))
      }),
  }
}
