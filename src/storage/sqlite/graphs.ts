/** Graphs in the embedded store. */

import { unpackSegment } from '../../domain/figure/append/segment.ts'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import type { GraphStore, ListCursor } from '../../domain/ports.ts'
import { foldCase } from '../case-folding.ts'
import type { LayoutPrefix } from '../layout-prefix.ts'
import { searchDeadlineMs, searchTooSlow } from '../search-deadline.ts'
import { createCompaction } from './compaction.ts'
import type { Connections } from './connections.ts'
import { createFigures } from './figures.ts'
import { createGraphWrites } from './graph-writes.ts'
import { stepEntries } from './reads/search.ts'
import { fromGraphRow } from './tables/rows.ts'

/** Up to this many records are looked up in the caller's thread. */
const shortList = 20

const toPlace = (cursor: ListCursor | undefined) =>
  cursor ? { at: cursor.createdAt.getTime(), id: cursor.graphId } : null

export function createGraphs(
  connections: Connections,
  prefix: LayoutPrefix | null,
  kept: number,
): GraphStore {
  const figures = createFigures(connections, kept)
  const compactLater = createCompaction(connections)
  return {
    ...createGraphWrites(connections, prefix, kept, compactLater),
    figure: figures.figure,
    figures: figures.figures,
    ...createRecordReads(connections, kept),
    ...createLists(connections),
  }
}

type RecordReads = Pick<
  GraphStore,
  'find' | 'findVersion' | 'versions' | 'appendedSince' | 'claimed' | 'findMany'
>

function createRecordReads({ reader, here }: Connections, kept: number): RecordReads {
  return {
    async find(graphId) {
      const row = here(reads => reads.find(graphId))
      return row ? fromGraphRow(row) : null
    },

    async findVersion({ graphId, version }) {
      const row = here(reads => reads.findVersion(graphId, version, kept))
      return row && fromGraphRow(row)
    },

    async versions(graphId) {
      const rows = here(reads => reads.versions(graphId, kept))
      return rows.map(({ version, made_at }) => ({ version, createdAt: new Date(made_at) }))
    },

    async appendedSince({ graphId, version }) {
      return here(reads => reads.appendedSince(graphId, version))?.map(unpackSegment) ?? null
    },

    claimed: async (_graphId, claimId) => here(reads => reads.claimed(claimId, Date.now())),

    async findMany(graphIds) {
      if (graphIds.length === 0) return new Map<string, GraphRecord>()
      const rows =
        graphIds.length <= shortList
          ? here(reads => reads.findMany(graphIds))
          : await reader.call('findMany', graphIds)
      return new Map(rows.map(row => [row.graph_id, fromGraphRow(row)]))
    },
  }
}

type Lists = Pick<GraphStore, 'list' | 'count' | 'unfinished' | 'expired'>

function createLists({ reader, here, indexTitles }: Connections): Lists {
  return {
    async list({ accountId, limit, after, before, title, types, livingAt }) {
      const request = {
        accountId,
        limit,
        after: toPlace(after),
        before: toPlace(before),
        livingAt: livingAt?.getTime() ?? null,
      }
      if (!title && !types) return (await reader.call('list', request)).map(fromGraphRow)
      const found = await reader.call('search', {
        ...request,
        title: title ? foldCase(title) : null,
        types: types ?? null,
        deadlineMs: searchDeadlineMs,
      })
      // The first search after many creates makes the next ones quick. Later sweeps try again what fails.
      if (here(reads => reads.areTitlesBehind(accountId, stepEntries))) void indexTitles().catch(() => {})
      if (!found) throw searchTooSlow()
      return found.map(fromGraphRow)
    },

    async count(accountId, livingAt) {
      const all = here(reads => reads.count(accountId))
      return livingAt ? all - (await reader.call('countExpired', accountId, livingAt.getTime())) : all
    },

    async unfinished({ limit, upTo }) {
      const rows = await reader.call('unfinished', limit, upTo?.getTime() ?? Number.MAX_SAFE_INTEGER)
      return rows.map(row => ({
        graphId: row.graph_id,
        accountId: row.account_id,
        version: row.version,
        createdAt: new Date(row.created_at),
        updatedAt: new Date(row.updated_at),
      }))
    },

    expired: (at, limit) => reader.call('expired', at.getTime(), limit),
  }
}
