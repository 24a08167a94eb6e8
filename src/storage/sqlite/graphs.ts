/** Graphs in the embedded store. */

import { packSegment, unpackSegment } from '../../domain/figure/append/segment.ts'
import { type Figure, memoryOf, restoreText } from '../../domain/figure/text.ts'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import type { GraphId } from '../../domain/ids.ts'
import type { GraphStore, IdempotencyClaim, ListCursor } from '../../domain/ports.ts'
import { extendFigure, isLarge, packFigure, packLargeFigure, unpackFigure } from '../figure-codec.ts'
import { foldCase } from '../fold.ts'
import { type LayoutPrefix, type TrimmedFigure, trimFigure, wholeFigure } from '../layout-prefix.ts'
import { searchDeadlineMs, searchTooSlow } from '../search-deadline.ts'
import type { Connections } from './connections.ts'
import { type ClaimRow, fromGraphRow, toGraphRow, toPacked, toRenderingRow } from './rows.ts'

/** Figures up to this size are read in the caller's thread, which takes well under a millisecond. */
const shortRead = 128 * 1024
/** Up to this many records are looked up in the caller's thread. */
const shortList = 20
/** How many graphs of a closed account are removed at a time, so that creates can run in between. */
const removeStep = 200

const toPlace = (cursor: ListCursor | undefined) =>
  cursor ? { at: cursor.createdAt.getTime(), id: cursor.graphId } : null

const fromReader = (figure: TrimmedFigure): TrimmedFigure => ({
  ...figure,
  data: restoreText(figure.data),
  layoutRest: restoreText(figure.layoutRest),
  frames: restoreText(figure.frames),
})

export function createGraphs(
  { writer, reader, here, background }: Connections,
  prefix: LayoutPrefix | null,
  kept: number,
): GraphStore {
  const whole = (figure: TrimmedFigure): Figure => {
    const { layoutPrefix } = figure
    return wholeFigure(figure, layoutPrefix === null ? '' : here(reads => reads.layoutPrefix(layoutPrefix)))
  }

  async function readTrimmed(graphId: GraphId, version: number | null): Promise<TrimmedFigure | null> {
    const rows = here(reads => reads.figure(graphId, version, kept, shortRead))
    if (!rows) return null
    const { figure, appends } = rows
    if (figure.body && appends)
      return extendFigure(unpackFigure(toPacked({ ...figure, body: figure.body })), appends)
    const found = await reader.call('figure', graphId, version, kept)
    return found && fromReader(found)
  }

  /** Folds appended points into their figure in the background, after the append was answered. */
  async function fold(graphId: GraphId, to: number): Promise<void> {
    const base = here(reads => reads.figure(graphId, to, kept, 0))?.base
    const figure = base === undefined ? null : await readTrimmed(graphId, to)
    if (base === undefined || !figure) return
    if (!isLarge(figure)) {
      await writer.call('fold', graphId, base, to, packFigure(figure))
      return
    }
    const packed = await packLargeFigure(figure)
    await writer.move(memoryOf([packed.body]), 'fold', graphId, base, to, packed)
  }
  const folds = new Set<string>()
  function foldLater(graphId: GraphId, to: number): void {
    if (folds.has(graphId)) return
    folds.add(graphId)
    background(fold(graphId, to).finally(() => folds.delete(graphId)))
  }

  return {
    async insert(record, figure, claim) {
      const row = toGraphRow(record)
      const trimmed = trimFigure(figure, prefix)
      if (!isLarge(trimmed)) return writer.call('insert', row, trimmed, toClaimRow(claim))
      const packed = await packLargeFigure(trimmed)
      return writer.move(memoryOf([packed.body]), 'insert', row, packed, toClaimRow(claim))
    },

    async replace(record, figure, from, claim) {
      const row = toGraphRow(record)
      const trimmed = trimFigure(figure, prefix)
      const claimRow = toClaimRow(claim)
      if (!isLarge(trimmed)) return writer.call('replace', row, trimmed, from, claimRow, kept)
      const packed = await packLargeFigure(trimmed)
      return writer.move(memoryOf([packed.body]), 'replace', row, packed, from, claimRow, kept)
    },

    async append(graphId, from, appends) {
      const rows = appends.map(({ segment, createdAt, claim }) => ({
        madeAt: createdAt.getTime(),
        body: packSegment(segment),
        claim: toClaimRow(claim),
      }))
      const { fold: foldTo, ...outcome } = await writer.call('append', graphId, from, rows, kept)
      if (foldTo !== undefined) foldLater(graphId, foldTo)
      return outcome
    },

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

    async figure(graphId, version) {
      const figure = await readTrimmed(graphId, version ?? null)
      return figure && whole(figure)
    },

    async figures(refs) {
      const found = refs.length > 0 ? await reader.call('figures', refs, kept) : []
      return new Map(found.map(([name, figure]) => [name, whole(fromReader(figure))]))
    },

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
      if (!found) throw searchTooSlow()
      return found.map(fromGraphRow)
    },

    count: async accountId => here(reads => reads.count(accountId)),
    remove: (graphId, ifVersion) => writer.call('remove', graphId, ifVersion),

    async removeAll(accountId) {
      let removed = 0
      for (;;) {
        const step = await writer.call('removeSome', accountId, removeStep)
        removed += step
        if (step < removeStep) return removed
      }
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

    setRendering: ({ graphId, version }, rendering) =>
      writer.call('setRendering', graphId, version, toRenderingRow(rendering)),
  }
}

const toClaimRow = (claim: IdempotencyClaim | undefined): ClaimRow | null =>
  claim ? { ...claim, expiresAt: claim.expiresAt.getTime() } : null
