/** Renders made ahead of their first request: of a graph that changes often, the newest version from time to time. */

import type { OwnedGraph } from '../graph/graph.ts'
import type { GraphId } from '../ids.ts'

export interface Prerenders {
  /** At once, or where this graph's last one is still under way or young: the newest version a moment later. */
  request(ref: OwnedGraph): void
  evict(graphId: GraphId): void
}

/** Between two of one graph, from the end of the first; nine tenths of the time a changing graph leaves a worker alone. */
const pauseOf = (renderMs: number) => Math.max(500, Math.min(9 * renderMs, 30_000))

interface Series {
  /** Asked for meanwhile. */
  next: OwnedGraph | null
}

/** `render` resolves when it has ended, well or not. */
export function createPrerenders(render: (ref: OwnedGraph) => Promise<unknown>): Prerenders {
  const series = new Map<string, Series>()

  async function run(first: OwnedGraph, own: Series): Promise<void> {
    const { graphId } = first
    for (let ref: OwnedGraph | null = first; ref; ref = own.next) {
      own.next = null
      const begun = performance.now()
      await render(ref)
      // Most graphs never change: nothing is kept of them.
      if (ref.version === 1 && own.next === null) break
      await pause(pauseOf(performance.now() - begun))
      if (series.get(graphId) !== own) return
    }
    series.delete(graphId)
  }

  return {
    request(ref) {
      const under = series.get(ref.graphId)
      if (under) {
        under.next = ref
        return
      }
      const own: Series = { next: null }
      series.set(ref.graphId, own)
      void run(ref, own)
    },

    evict: graphId => void series.delete(graphId),
  }
}

const pause = (ms: number) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, ms).unref()
  })
