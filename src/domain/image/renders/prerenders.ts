/** Renders ahead of the first request. For a graph that changes often, only the newest version now and then. */

import type { OwnedGraph } from '../../graph/graph.ts'
import type { GraphId } from '../../ids.ts'

export interface Prerenders {
  /** Renders in a moment, or later (then the newest version) if this graph was rendered just now or still is. */
  request(ref: OwnedGraph): void
  evict(graphId: GraphId): void
}

/**
 * The pause before a render. Many who create a graph request an image at once: it is then drawn alone, which is quicker
 * than with the other formats that are made ahead.
 */
const headStartMs = 10

/** The pause after a render of the same graph, so that a changing graph uses at most a tenth of a worker's time. */
const pauseOf = (renderMs: number) => Math.max(500, Math.min(9 * renderMs, 30_000))

interface Series {
  /** The newest version that was requested and is not being rendered. */
  next: OwnedGraph | null
}

/** `render` resolves when the render has succeeded or failed. */
export function createPrerenders(render: (ref: OwnedGraph) => Promise<unknown>): Prerenders {
  const series = new Map<string, Series>()

  async function run(graphId: GraphId, own: Series): Promise<void> {
    await pause(headStartMs)
    for (let ref = own.next; ref && series.get(graphId) === own; ref = own.next) {
      own.next = null
      const begun = performance.now()
      await render(ref)
      // Most graphs never change, so no pause is kept for a first version.
      if (ref.version === 1 && own.next === null) break
      await pause(pauseOf(performance.now() - begun))
    }
    if (series.get(graphId) === own) series.delete(graphId)
  }

  return {
    request(ref) {
      const under = series.get(ref.graphId)
      if (under) {
        under.next = ref
        return
      }
      const own: Series = { next: ref }
      series.set(ref.graphId, own)
      void run(ref.graphId, own)
    },

    evict: graphId => void series.delete(graphId),
  }
}

const pause = (ms: number) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, ms).unref()
  })
