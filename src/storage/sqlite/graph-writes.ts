/** Changes of graphs in the embedded store, made by the writer thread. */

import { packSegment } from '../../domain/figure/append/segment.ts'
import { memoryOf } from '../../domain/figure/text.ts'
import type { GraphStore, IdempotencyClaim } from '../../domain/ports.ts'
import { isLarge, packLargeFigure } from '../figure-codec.ts'
import { type LayoutPrefix, trimFigure } from '../layout-prefix.ts'
import type { CompactLater } from './compaction.ts'
import type { Connections } from './connections.ts'
import { type ClaimRow, toGraphRow, toRenderingRow } from './tables/rows.ts'

/** How many graphs of a closed account are removed at a time, so that creates can run in between. */
const removeStep = 200

type GraphWrites = Pick<GraphStore, 'insert' | 'replace' | 'append' | 'remove' | 'removeAll' | 'setRendering'>

export function createGraphWrites(
  { writer }: Pick<Connections, 'writer'>,
  prefix: LayoutPrefix | null,
  kept: number,
  compactLater: CompactLater,
): GraphWrites {
  return {
    async insert(record, figure, claim) {
      const row = toGraphRow(record)
      const trimmed = trimFigure(figure, prefix)
      if (!isLarge(trimmed)) return writer.call('insert', row, trimmed, toClaimRow(claim))
      const packed = await packLargeFigure(trimmed)
      return writer.move(memoryOf([packed.body]), 'insert', row, packed, toClaimRow(claim))
    },

    async replace(record, figure, from, claim) {
      const row = { ...toGraphRow(record), keeps_expiry: record.expiresAt === undefined }
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
      const { compactTo, ...outcome } = await writer.call('append', graphId, from, rows, kept)
      if (compactTo !== undefined) compactLater(graphId, compactTo)
      return outcome
    },

    remove: (graphId, ifVersion) => writer.call('remove', graphId, ifVersion),

    async removeAll(accountId) {
      let removed = 0
      for (;;) {
        const step = await writer.call('removeSome', accountId, removeStep)
        removed += step
        if (step < removeStep) return removed
      }
    },

    setRendering: ({ graphId, version }, rendering) =>
      writer.call('setRendering', graphId, version, toRenderingRow(rendering)),
  }
}

const toClaimRow = (claim: IdempotencyClaim | undefined): ClaimRow | null =>
  claim ? { ...claim, expiresAt: claim.expiresAt.getTime() } : null
