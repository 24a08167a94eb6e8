/**
 * Tells how the first image of a graph comes along, wherever it is rendered: the store is the only thing that all
 * processes share, so it is asked, once per tick for all who watch.
 */

import type { GraphRecord, Rendering } from '../../domain/graph/graph.ts'
import type { Graphs } from '../../domain/graph/graphs.ts'
import type { GraphId } from '../../domain/ids.ts'
import type { Images } from '../../domain/image/images.ts'
import { graphNotFound, overloaded, renderTimeout, unavailable } from '../../errors/errors.ts'

export interface RenderingWatch {
  /**
   * The rendering now, then each time it changes, ending with `ready` or `failed`. Throws `graph_not_found` when the
   * graph is unknown or deleted meanwhile, as the render does when it will not be made for now (`render_timeout`,
   * `overloaded`), `render_timeout` past the bound, `overloaded` when too many watch, `unavailable` when the service
   * is about to leave: another gateway can be asked at once.
   * Ends within a tick of the signal.
   */
  follow(graphId: GraphId, signal: AbortSignal): AsyncGenerator<Rendering, void, undefined>
}

export interface WatchBounds {
  readonly everyMs: number
  readonly forMs: number
  readonly watchers: number
}

const defaultBounds: WatchBounds = { everyMs: 150, forMs: 10 * 60_000, watchers: 2_000 }

export interface WatchDeps {
  readonly graphs: Pick<Graphs, 'find' | 'findMany'>
  /** A rendering that somebody follows is seen to: one that a crash left, or that had no place, is taken up again. */
  readonly images: Pick<Images, 'resume'>
  readonly closing?: AbortSignal
  readonly bounds?: WatchBounds
}

const isFinal = ({ status }: Rendering) => status === 'ready' || status === 'failed'

export function createRenderingWatch({
  graphs,
  images,
  closing,
  bounds = defaultBounds,
}: WatchDeps): RenderingWatch {
  const { everyMs, forMs, watchers } = bounds
  const watched = new Map<GraphId, number>()
  let followers = 0
  let tick: Promise<ReadonlyMap<string, GraphRecord>> | undefined

  /** The next look at all watched graphs: everyone who waits shares it. */
  function nextLook(): Promise<ReadonlyMap<string, GraphRecord>> {
    tick ??= new Promise(resolve => setTimeout(resolve, everyMs)).then(() => {
      tick = undefined
      return graphs.findMany([...watched.keys()])
    })
    return tick
  }

  function enter(graphId: GraphId): () => void {
    watched.set(graphId, (watched.get(graphId) ?? 0) + 1)
    followers += 1
    return () => {
      followers -= 1
      const left = (watched.get(graphId) ?? 1) - 1
      if (left > 0) watched.set(graphId, left)
      else watched.delete(graphId)
    }
  }

  /** Sees to the render; what is returned tells why it will not be made for now, once that is known. */
  function seeTo(record: GraphRecord): () => unknown {
    let failure: unknown = null
    images.resume(record).catch(error => {
      failure = error
    })
    return () => failure
  }

  return {
    async *follow(graphId, signal) {
      if (followers >= watchers) throw overloaded(`all ${watchers} places to watch a rendering are taken`)
      let record = await graphs.find(graphId)
      if (!record) throw graphNotFound(graphId)
      const failure = isFinal(record.rendering) ? () => null : seeTo(record)
      const leave = enter(graphId)
      const until = Date.now() + forMs
      let told: string | undefined
      try {
        while (!signal.aborted) {
          const { rendering } = record
          if (rendering.status !== told) yield rendering
          if (isFinal(rendering)) return
          told = rendering.status
          // Asked before the look, so that a state that came with the failure is told instead of it.
          const reason = failure()
          if (Date.now() > until) throw notMadeIn(forMs)
          if (closing?.aborted) throw unavailable('the service is shutting down; follow on a new connection')
          record = (await nextLook()).get(graphId) ?? null
          if (!record) throw graphNotFound(graphId)
          if (reason && !isFinal(record.rendering)) throw reason
        }
      } finally {
        leave()
      }
    },
  }
}

const notMadeIn = (ms: number) =>
  renderTimeout(`the image was not made within ${ms / 60_000} minutes; ask for it at image_url`)
