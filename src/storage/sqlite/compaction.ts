/** Merges appended points into their figures in the background, after the appends were answered. */

import { memoryOf } from '../../domain/figure/text.ts'
import type { GraphId } from '../../domain/ids.ts'
import { isLarge, packFigure, packLargeFigure } from '../figure-codec.ts'
import type { Connections } from './connections.ts'
import { createFigures } from './figures.ts'

/** Starts to merge the appends up to a version into the figure, unless that graph is being compacted. */
export type CompactLater = (graphId: GraphId, to: number) => void

/** Further appends may come before the version is read, which then is no longer kept. Its points stay until they are merged. */
const anyVersion = Number.MAX_SAFE_INTEGER

export function createCompaction(connections: Connections): CompactLater {
  const { writer, here, background } = connections
  const { trimmed } = createFigures(connections, anyVersion)
  const running = new Set<string>()

  async function compact(graphId: GraphId, to: number): Promise<void> {
    const base = here(reads => reads.figure(graphId, to, anyVersion, 0))?.base
    const figure = base === undefined ? null : await trimmed(graphId, to)
    if (base === undefined || !figure) return
    if (!isLarge(figure)) {
      await writer.call('compact', graphId, base, to, packFigure(figure))
      return
    }
    const packed = await packLargeFigure(figure)
    await writer.move(memoryOf([packed.body]), 'compact', graphId, base, to, packed)
  }

  return (graphId, to) => {
    if (running.has(graphId)) return
    running.add(graphId)
    background(compact(graphId, to).finally(() => running.delete(graphId)))
  }
}
