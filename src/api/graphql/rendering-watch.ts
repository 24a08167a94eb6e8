/**
 * Follows the rendering state of graphs, wherever they are rendered. All processes share only the store, which is polled once
 * per tick for all watched graphs.
 */

import { createKeyedCounts } from '../../async/keyed-counts.ts'
import type { GraphRecord, Rendering } from '../../domain/graph/graph.ts'
import type { Graphs } from '../../domain/graph/graphs.ts'
import type { GraphId } from '../../domain/ids.ts'
import type { Images } from '../../domain/image/images.ts'
import { graphNotFound, overloaded, renderTimeout, shuttingDown } from '../../errors/errors.ts'

export interface RenderingWatch {
  /**
   * Yields the current rendering state and each change, ending with `ready` or `failed`, also for an image that is not tried
   * again for now. Throws `graph_not_found` if the graph is unknown or deleted, the error of a render that cannot begin,
   * `render_timeout` after the time limit, `overloaded` if there are too many followers, and `unavailable` if the service
   * shuts down. Ends within a tick after the signal is aborted.
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
  /** Used to resume renders that are followed but were lost in a crash or refused for lack of a place. */
  readonly images: Pick<Images, 'resume' | 'renderingOf'>
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
  const followers = createKeyedCounts<GraphId>()
  let tick: Promise<ReadonlyMap<string, GraphRecord>> | undefined

  /** The next poll of all watched graphs, shared by all followers. */
  function nextPoll(): Promise<ReadonlyMap<string, GraphRecord>> {
    tick ??= new Promise(resolve => setTimeout(resolve, everyMs)).then(() => {
      tick = undefined
      return graphs.findMany(followers.keys())
    })
    return tick
  }

  /** Resumes the render. The returned function gives its error once it has failed. */
  function resumeRender(record: GraphRecord): () => unknown {
    let failure: unknown = null
    images.resume(record).catch(error => {
      failure = error
    })
    return () => failure
  }

  return {
    async *follow(graphId, signal) {
      if (followers.total >= watchers)
        throw overloaded(`all ${watchers} places to watch a rendering are taken`)
      let record = await graphs.find(graphId)
      if (!record) throw graphNotFound(graphId)
      let rendering = await images.renderingOf(record)
      const failure = isFinal(rendering) ? () => null : resumeRender(record)
      const leave = followers.enter(graphId)
      const until = Date.now() + forMs
      let lastSent: string | undefined
      try {
        while (!signal.aborted) {
          if (rendering.status !== lastSent) yield rendering
          if (isFinal(rendering)) return
          lastSent = rendering.status
          // Read before the poll, so that a state stored together with the failure is preferred.
          const reason = failure()
          if (Date.now() > until) throw notMadeIn(forMs)
          if (closing?.aborted) throw shuttingDown()
          record = (await nextPoll()).get(graphId) ?? null
          if (!record) throw graphNotFound(graphId)
          rendering = reason ? await images.renderingOf(record) : record.rendering
          if (reason && !isFinal(rendering)) throw reason
        }
      } finally {
        leave()
      }
    },
  }
}

const notMadeIn = (ms: number) =>
  renderTimeout(`the image was not made within ${ms / 60_000} minutes; ask for it at image_url`)
