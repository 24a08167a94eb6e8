/** The shapes of the newest versions of graphs, which appends are planned by. */

import { LRUCache } from 'lru-cache'
import { graphNotFound, tooManyConcurrentChanges } from '../../errors/errors.ts'
import { type FigureShape, growShape } from '../figure/append/figure-shape.ts'
import type { BodyReaders } from '../figure/body-readers.ts'
import type { GraphId } from '../ids.ts'
import type { Store } from '../ports.ts'

/** The shape of a figure at a version. Whoever appends grows the shape and sets the version. */
export interface KnownShape {
  version: number
  readonly shape: FigureShape
}

export interface NewestShapes {
  /** Of the version that was the newest when it was last read or grown; undefined where it is not in the cache. */
  cached(graphId: GraphId): KnownShape | undefined
  /** Of the version that is the newest now: the cached one and what was appended since, else read from the figure. */
  read(graphId: GraphId): Promise<KnownShape>
  forget(graphId: GraphId): void
}

export interface NewestShapesDeps {
  readonly graphs: Pick<Store['graphs'], 'find' | 'figure' | 'appendedSince'>
  readonly bodies: Pick<BodyReaders, 'shapeOf'>
}

/** Size of the cache, in arrays. */
const rememberedArrays = 200_000
/** How often a figure is looked for whose version was replaced meanwhile. */
const attempts = 50

export function createNewestShapes({ graphs, bodies }: NewestShapesDeps): NewestShapes {
  const shapes = new LRUCache<string, KnownShape>({
    maxSize: rememberedArrays,
    sizeCalculation: ({ shape }) => shape.traces.reduce((sum, { arrays }) => sum + arrays.size + 1, 1),
  })

  return {
    cached: graphId => shapes.get(graphId),

    async read(graphId) {
      const known = shapes.get(graphId)
      const since = known && (await graphs.appendedSince({ graphId, version: known.version }))
      if (known && since) {
        for (const segment of since) growShape(known.shape, segment)
        known.version += since.length
        return known
      }
      for (let attempt = 0; attempt < attempts; attempt++) {
        const record = await graphs.find(graphId)
        if (!record) throw graphNotFound(graphId)
        const figure = await graphs.figure(graphId, record.version)
        if (!figure) continue
        const read = { version: record.version, shape: await bodies.shapeOf(figure.data) }
        shapes.set(graphId, read)
        return read
      }
      throw tooManyConcurrentChanges()
    },

    forget: graphId => void shapes.delete(graphId),
  }
}
