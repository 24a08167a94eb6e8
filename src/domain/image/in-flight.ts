/** Renders under way: one however many ask, ended when nobody waits any more. */

import { AppError, cancelled, graphNotFound } from '../../errors/errors.ts'
import type { Artifact, OwnedGraph } from '../graph/graph.ts'
import type { GraphId } from '../ids.ts'
import type { ImageFormat } from './formats.ts'
import { defaultLook, type ImageLook, lookName } from './look.ts'
import type { RenderDispatcher, RenderHandle, RenderPriority } from './ports.ts'

/** The files made when a graph is created, while nobody waits; both come from one render. */
export const firstFormats: readonly ImageFormat[] = ['png', 'svg']

export type Artifacts = ReadonlyMap<ImageFormat, Artifact>

export interface InFlightRenders {
  /**
   * Waits for a render that brings this format: one under way that can, else the one that `start` begins. Rejects with
   * `cancelled` when the signal is aborted first; a render that nobody waits for then leaves its queue.
   */
  join(graph: OwnedGraph, format: ImageFormat, look: ImageLook, options?: JoinOptions): Promise<Artifacts>
  /** Makes the first files while nobody waits, or follows the render that does; they are stored when it resolves. */
  prerender(graph: OwnedGraph): Promise<Artifacts>
  /** Drops the renders of a deleted graph: who waits for them is told `graph_not_found`. */
  evict(graphId: GraphId): void
}

export interface JoinOptions {
  /** Aborted when the caller hung up. */
  readonly signal?: AbortSignal
  /** Called before a render begins for this caller alone; what it throws refuses the render. */
  readonly beforeStart?: () => (() => void) | null
}

interface InFlightRender {
  readonly version: number
  readonly look: string
  /** What somebody waits for. */
  wanted: ReadonlySet<ImageFormat>
  waiters: number
  /** It is to be made though nobody waits. */
  readonly prerender: boolean
  readonly handle: RenderHandle<Artifacts>
  evicted: boolean
  /** Tells that it was dropped before it began. */
  readonly onDropped: (() => void) | null
}

/** `onArtifacts` is told of every render that ends well, unless its graph was deleted. */
export function createInFlightRenders(
  dispatcher: RenderDispatcher,
  onArtifacts: (graph: OwnedGraph, look: ImageLook, artifacts: Artifacts) => void,
): InFlightRenders {
  const renders = new Map<string, Set<InFlightRender>>()

  function remove(graphId: GraphId, render: InFlightRender): void {
    const ofGraph = renders.get(graphId)
    ofGraph?.delete(render)
    if (ofGraph?.size === 0) renders.delete(graphId)
  }

  function start(
    graph: OwnedGraph,
    formats: readonly ImageFormat[],
    look: ImageLook,
    priority: RenderPriority,
    onDropped: (() => void) | null = null,
  ): InFlightRender {
    const { graphId, version, accountId, digest } = graph
    const handle = dispatcher.submit({ graphId, version, accountId, digest, formats, look }, priority)
    const render: InFlightRender = {
      version,
      look: lookName(look),
      wanted: new Set(priority === 'waiting' ? formats : []),
      waiters: 0,
      prerender: priority === 'background',
      handle,
      evicted: false,
      onDropped,
    }
    renders.set(graphId, (renders.get(graphId) ?? new Set()).add(render))
    handle.result.then(
      artifacts => {
        remove(graphId, render)
        if (!render.evicted) onArtifacts(graph, look, artifacts)
      },
      () => remove(graphId, render),
    )
    return render
  }

  function joinOrStart(
    graph: OwnedGraph,
    format: ImageFormat,
    look: ImageLook,
    beforeStart: JoinOptions['beforeStart'],
  ): InFlightRender {
    const name = lookName(look)
    for (const render of renders.get(graph.graphId) ?? []) {
      if (render.version !== graph.version || render.look !== name) continue
      const wanted = new Set([...render.wanted, format])
      if (!render.handle.promote([...wanted]).includes(format)) continue
      render.wanted = wanted
      return render
    }
    return start(graph, [format], look, 'waiting', beforeStart?.() ?? null)
  }

  /** The last of those who waited hung up. */
  function abandon(graph: OwnedGraph, render: InFlightRender): void {
    if (!render.handle.cancel()) return
    remove(graph.graphId, render)
    render.onDropped?.()
    // It was hastened for somebody who has left: it is made when there is time, as it would have been.
    if (render.prerender && !render.evicted) start(graph, firstFormats, defaultLook, 'background')
  }

  async function waitFor(
    graph: OwnedGraph,
    render: InFlightRender,
    signal: AbortSignal | undefined,
  ): Promise<Artifacts> {
    render.waiters += 1
    const left = Promise.withResolvers<never>()
    const leave = () => left.reject(cancelled())
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([render.handle.result, left.promise])
    } catch (error) {
      // Deleting the graph took the render off the queue.
      throw render.evicted ? graphNotFound(graph.graphId) : error
    } finally {
      signal?.removeEventListener('abort', leave)
      render.waiters -= 1
      if (signal?.aborted && render.waiters === 0) abandon(graph, render)
    }
  }

  return {
    async join(graph, format, look, { signal, beforeStart } = {}) {
      if (signal?.aborted) throw cancelled()
      const render = joinOrStart(graph, format, look, beforeStart)
      const artifacts = await waitFor(graph, render, signal)
      if (render.evicted) throw graphNotFound(graph.graphId)
      return artifacts
    },

    async prerender(graph) {
      const name = lookName(defaultLook)
      for (;;) {
        const underWay = [...(renders.get(graph.graphId) ?? [])].find(
          ({ version, look }) => version === graph.version && look === name,
        )
        const render = underWay ?? start(graph, firstFormats, defaultLook, 'background')
        try {
          const artifacts = await render.handle.result
          await render.handle.stored?.()
          return artifacts
        } catch (error) {
          // Somebody waited for it and left: it is begun anew for us.
          if (render.evicted || !(error instanceof AppError) || error.code !== 'cancelled') throw error
        }
      }
    },

    evict(graphId) {
      for (const render of renders.get(graphId) ?? []) {
        render.evicted = true
        render.handle.cancel()
      }
    },
  }
}
