/** Figures of graphs in the embedded store: short ones are read in the caller's thread. */

import { type Figure, restoreText } from '../../domain/figure/text.ts'
import type { GraphId } from '../../domain/ids.ts'
import type { GraphStore } from '../../domain/ports.ts'
import { extendFigure, unpackFigure } from '../figure-codec.ts'
import { type TrimmedFigure, wholeFigure } from '../layout-prefix.ts'
import type { Connections } from './connections.ts'
import { toPacked } from './tables/rows.ts'

/** Figures up to this size are read in the caller's thread, which takes well under a millisecond. */
const shortRead = 128 * 1024

const fromReader = (figure: TrimmedFigure): TrimmedFigure => ({
  ...figure,
  data: restoreText(figure.data),
  layoutRest: restoreText(figure.layoutRest),
  frames: restoreText(figure.frames),
})

export interface Figures extends Pick<GraphStore, 'figure' | 'figures'> {
  /** The figure of a version (null: the newest) as it is stored, without the template that most layouts begin with. */
  trimmed(graphId: GraphId, version: number | null): Promise<TrimmedFigure | null>
}

export function createFigures({ reader, here }: Pick<Connections, 'reader' | 'here'>, kept: number): Figures {
  const whole = (figure: TrimmedFigure): Figure => {
    const { layoutPrefix } = figure
    return wholeFigure(figure, layoutPrefix === null ? '' : here(reads => reads.layoutPrefix(layoutPrefix)))
  }

  async function trimmed(graphId: GraphId, version: number | null): Promise<TrimmedFigure | null> {
    const rows = here(reads => reads.figure(graphId, version, kept, shortRead))
    if (!rows) return null
    const { figure, appends } = rows
    if (figure.body && appends)
      return extendFigure(unpackFigure(toPacked({ ...figure, body: figure.body })), appends)
    const found = await reader.call('figure', graphId, version, kept)
    return found && fromReader(found)
  }

  return {
    trimmed,

    async figure(graphId, version) {
      const figure = await trimmed(graphId, version ?? null)
      return figure && whole(figure)
    },

    async figures(refs) {
      const found = refs.length > 0 ? await reader.call('figures', refs, kept) : []
      return new Map(found.map(([name, figure]) => [name, whole(fromReader(figure))]))
    },
  }
}
