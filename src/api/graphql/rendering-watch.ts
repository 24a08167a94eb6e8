/**
 * Tells how the first picture of a graph comes along, wherever it is rendered: the store is the only thing that all
 * processes share, so it is asked, once per tick for all who watch.
 */

import type { GraphRecord, Rendering } from '../../domain/graph/graph.ts'
import type { Graphs } from '../../domain/graph/graphs.ts'
import { graphNotFound, overloaded, renderTimeout, unavailable } from '../../errors/errors.ts'

export interface RenderingWatch {
  /**
   * The rendering now, then each time it changes, ending with `ready` or `failed`. Throws `graph_not_found` when the
   * graph is unknown or deleted meanwhile, `render_timeout` past the bound, `overloaded` when too many watch,
   * `unavailable` when the service is about to leave: another gateway can be asked at once.
   * Ends within a tick of the signal.
   */
  follow(graphId: string, signal: AbortSignal): AsyncGenerator<Rendering, void, undefined>
}

export interface WatchBounds {
  readonly everyMs: number
  readonly forMs: number
  readonly watchers: number
}

const bounds: WatchBounds = { everyMs: 150, forMs: 10 * 60_000, watchers: 2_000 }

export function createRenderingWatch(
  graphs: Pick<Graphs, 'find' | 'findMany'>,
  closing?: AbortSignal,
  { everyMs, forMs, watchers }: WatchBounds = bounds,
): RenderingWatch {
  const watched = new Map<string, number>()
  let tick: Promise<ReadonlyMap<string, GraphRecord>> | undefined

  /** The next look at all watched graphs: everyone who waits shares it. */
  function nextLook(): Promise<ReadonlyMap<string, GraphRecord>> {
    tick ??= new Promise(resolve => setTimeout(resolve, everyMs)).then(() => {
      tick = undefined
      return graphs.findMany([...watched.keys()])
    })
    return tick
  }

  return {
    async *follow(graphId, signal) {
      if (watched.size >= watchers) throw overloaded(`all ${watchers} places to watch a rendering are taken`)
      let record = await graphs.find(graphId)
      if (!record) throw graphNotFound(graphId)
      watched.set(graphId, (watched.get(graphId) ?? 0) + 1)
      const until = Date.now() + forMs
      let told: string | undefined
      try {
        while (!signal.aborted) {
          const { status } = record.rendering
          if (status !== told) yield record.rendering
          if (status === 'ready' || status === 'failed') return
          told = status
          if (Date.now() > until) {
            throw renderTimeout(
              `the picture was not made within ${forMs / 60_000} minutes; ask for it at image_url`,
            )
          }
          if (closing?.aborted) throw unavailable('the service is shutting down; follow on a new connection')
          record = (await nextLook()).get(graphId) ?? null
          if (!record) throw graphNotFound(graphId)
        }
      } finally {
        const left = (watched.get(graphId) ?? 1) - 1
        if (left > 0) watched.set(graphId, left)
        else watched.delete(graphId)
      }
    },
  }
}
