/** Folds appended points into their figures in the background, after the appends were answered. */

import { memoryOf } from '../../domain/figure/text.ts'
import type { GraphId } from '../../domain/ids.ts'
import { isLarge, packFigure, packLargeFigure } from '../figure-codec.ts'
import type { Connections } from './connections.ts'
import type { Figures } from './figures.ts'

/** Starts to fold the appends up to a version, unless a fold of that graph is running. */
export type FoldLater = (graphId: GraphId, to: number) => void

export function createFolding(
  { writer, here, background }: Connections,
  { trimmed }: Figures,
  kept: number,
): FoldLater {
  const running = new Set<string>()

  async function fold(graphId: GraphId, to: number): Promise<void> {
    const base = here(reads => reads.figure(graphId, to, kept, 0))?.base
    const figure = base === undefined ? null : await trimmed(graphId, to)
    if (base === undefined || !figure) return
    if (!isLarge(figure)) {
      await writer.call('fold', graphId, base, to, packFigure(figure))
      return
    }
    const packed = await packLargeFigure(figure)
    await writer.move(memoryOf([packed.body]), 'fold', graphId, base, to, packed)
  }

  return (graphId, to) => {
    if (running.has(graphId)) return
    running.add(graphId)
    background(fold(graphId, to).finally(() => running.delete(graphId)))
  }
}
