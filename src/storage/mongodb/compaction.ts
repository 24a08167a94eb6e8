/** Merges appended points into their figure in the background, after the append was answered. */

import type { GraphId } from '../../domain/ids.ts'
import type { Append } from '../../domain/ports.ts'
import { isCheckDue, isWorthCompacting } from '../compaction.ts'
import { extendFigure, isLarge, packFigure, packLargeFigure, unpackLargeFigure } from '../figure-codec.ts'
import type { Connection } from './connection/connection.ts'
import { figureOf, newestOf, readStored } from './versions/version-reads.ts'
import { compact } from './versions/version-writes.ts'

export function createCompaction({ use }: Connection, kept: number) {
  const inFlight = new Set<string>()

  /** Failures are ignored, because a later append tries again. */
  async function compactSome(graphId: GraphId): Promise<void> {
    await use(async collections => {
      const doc = await collections.graphs.findOne({ _id: graphId })
      if (!doc) return
      const base = figureOf(doc)
      const tail = await collections.appends
        .find(
          { graphId, first: { $gt: base.version }, last: { $lte: newestOf(doc) - kept } },
          { projection: { 'segments.body': 0 } },
        )
        .sort({ first: 1 })
        .toArray()
      const to = tail.at(-1)
      const figure = await collections.figures.findOne({ _id: base.id }, { projection: { dataBytes: 1 } })
      const count = tail.reduce((sum, { first, last }) => sum + last - first + 1, 0)
      const bytes = tail.reduce((sum, each) => sum + each.bytes, 0)
      if (!to || !figure || !isWorthCompacting({ count, bytes, figureBytes: figure.dataBytes })) return
      const stored = await readStored(collections, graphId, to.last, Number.POSITIVE_INFINITY)
      if (stored?.base.id !== base.id) return
      const whole = extendFigure(await unpackLargeFigure(stored.figure), stored.appends)
      const packed = isLarge(whole) ? await packLargeFigure(whole) : packFigure(whole)
      await compact(collections, graphId, base, to, packed)
    })
  }

  return {
    consider(graphId: GraphId, from: number, to: number, appends: readonly Append[]): void {
      const sizes = appends.flatMap(({ segment }) => segment.extensions.map(({ items }) => items.length))
      if (!isCheckDue(from, to, sizes) || inFlight.has(graphId)) return
      inFlight.add(graphId)
      compactSome(graphId)
        .catch(() => {})
        .finally(() => inFlight.delete(graphId))
    },
  }
}
