/** Graphs and their artifacts in the embedded store. */

import { arrived, memoryOf } from '../../domain/figure/text.ts'
import type { Figure, GraphRecord } from '../../domain/graph/graph.ts'
import type { ArtifactStore, GraphStore, ListCursor } from '../../domain/ports.ts'
import { isLarge, packLargeFigure, unpackFigure } from '../figure-codec.ts'
import { foldCase } from '../fold.ts'
import { type LayoutPrefix, type TrimmedFigure, trimFigure, wholeFigure } from '../layout-prefix.ts'
import { isPinned } from '../pinned.ts'
import type { Connections } from './connections.ts'
import { fromArtifactRow, fromGraphRow, toGraphRow, toPacked, toRenderingRow } from './rows.ts'

/** Up to this many bytes a figure or artifact is read in the caller's thread: well under a millisecond. */
const shortRead = 128 * 1024
/** Up to this many records are found in the caller's thread. */
const shortList = 20
/** Graphs of a closed account removed at a time, so that creates pass between. */
const removeStep = 200

const toPlace = (cursor: ListCursor | undefined) =>
  cursor ? { at: cursor.createdAt.getTime(), id: cursor.graphId } : null

const fromReader = (figure: TrimmedFigure): TrimmedFigure => ({
  ...figure,
  data: arrived(figure.data),
  layoutRest: arrived(figure.layoutRest),
  frames: arrived(figure.frames),
})

export function createGraphs({ writer, reader, here }: Connections, prefix: LayoutPrefix | null): GraphStore {
  const whole = (figure: TrimmedFigure): Figure => {
    const { layoutPrefix } = figure
    return wholeFigure(figure, layoutPrefix === null ? '' : here(reads => reads.layoutPrefix(layoutPrefix)))
  }

  return {
    async insert(record, figure, claim) {
      const row = toGraphRow(record)
      const trimmed = trimFigure(figure, prefix)
      const claimRow = claim ? { ...claim, expiresAt: claim.expiresAt.getTime() } : null
      if (!isLarge(trimmed)) return writer.call('insert', row, trimmed, claimRow)
      const packed = await packLargeFigure(trimmed)
      return writer.move(memoryOf([packed.body]), 'insert', row, packed, claimRow)
    },

    async find(graphId) {
      const row = here(reads => reads.find(graphId))
      return row ? fromGraphRow(row) : null
    },

    async findMany(graphIds) {
      if (graphIds.length === 0) return new Map<string, GraphRecord>()
      const rows =
        graphIds.length <= shortList
          ? here(reads => reads.findMany(graphIds))
          : await reader.call('findMany', graphIds)
      return new Map(rows.map(row => [row.graph_id, fromGraphRow(row)]))
    },

    async figure(graphId) {
      const row = here(reads => reads.figure(graphId, shortRead))
      if (!row) return null
      if (row.body) return whole(unpackFigure(toPacked({ ...row, body: row.body })))
      const figure = await reader.call('figure', graphId)
      return figure && whole(fromReader(figure))
    },

    async figures(graphIds) {
      const found = graphIds.length > 0 ? await reader.call('figures', graphIds) : []
      return new Map(found.map(([graphId, figure]) => [graphId, whole(fromReader(figure))]))
    },

    async list({ accountId, limit, after, before, title }) {
      const rows = await reader.call('list', {
        accountId,
        limit,
        after: toPlace(after),
        before: toPlace(before),
        title: title ? foldCase(title) : null,
      })
      return rows.map(fromGraphRow)
    },

    count: accountId => reader.call('count', accountId),
    remove: graphId => writer.call('remove', graphId),

    async removeAll(accountId) {
      let removed = 0
      for (;;) {
        const step = await writer.call('removeSome', accountId, removeStep)
        removed += step
        if (step < removeStep) return removed
      }
    },

    async unfinished(limit) {
      const rows = await reader.call('unfinished', limit)
      return rows.map(row => ({ graphId: row.graph_id, accountId: row.account_id }))
    },

    setRendering: (graphId, rendering) => writer.call('setRendering', graphId, toRenderingRow(rendering)),
  }
}

export function createArtifacts({ writer, reader, here }: Connections): ArtifactStore {
  return {
    async get(graphId, variant) {
      const row = here(reads => reads.artifact(graphId, variant, shortRead)) ?? undefined
      const whole = row && !row.bytes ? await reader.call('artifact', graphId, variant) : row
      return whole?.bytes ? fromArtifactRow({ ...whole, bytes: whole.bytes }) : null
    },

    put: (graphId, variant, { bytes, etag, createdAt }) =>
      writer.call('putArtifact', graphId, variant, {
        lasting: isPinned(variant),
        createdAt: createdAt.getTime(),
        etag,
        bytes,
      }),
  }
}
