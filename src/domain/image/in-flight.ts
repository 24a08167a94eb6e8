/** Renders in flight. Concurrent requests share one render, which is cancelled when the last of them leaves. */

import { AppError, cancelled, graphNotFound } from '../../errors/errors.ts'
import type { Artifact, OwnedGraph } from '../graph/graph.ts'
import type { GraphId } from '../ids.ts'
import type { ImageFormat } from './formats.ts'
import { defaultLook, type ImageLook, lookName } from './look.ts'
import type { RenderDispatcher, RenderHandle, RenderPriority } from './ports.ts'

/** The files that one render makes in the background when a graph is created. */
export const firstFormats: readonly ImageFormat[] = ['png', 'svg']

export type Artifacts = ReadonlyMap<ImageFormat, Artifact>

export interface InFlightRenders {
  /**
   * Joins a render in flight that makes this format, or starts one. Rejects with `cancelled` when the signal is aborted
   * first; a render that nobody waits for any more is then taken off the queue.
   */
  join(graph: OwnedGraph, format: ImageFormat, look: ImageLook, options?: JoinOptions): Promise<Artifacts>
  /** Renders the first files in the background, or joins the render that does. Resolves once they are stored. */
  prerender(graph: OwnedGraph): Promise<Artifacts>
  /** Drops the renders of a deleted graph. Those who wait for them get `graph_not_found`. */
  evict(graphId: GraphId): void
}

export interface JoinOptions {
  /** Aborted when the caller disconnects. */
  readonly signal?: AbortSignal
  /** Called before a render is started for this caller alone. Refuses the render by throwing. */
  readonly beforeStart?: () => (() => void) | null
}

interface InFlightRender {
  readonly version: number
  readonly look: string
  /** The formats that callers wait for. */
  wanted: ReadonlySet<ImageFormat>
  waiters: number
  /** The render is to be made even if nobody waits for it. */
  readonly prerender: boolean
  readonly handle: RenderHandle<Artifacts>
  evicted: boolean
  /** Called if the render is dropped before it begins. */
  readonly onDropped: (() => void) | null
}

/** `onArtifacts` is called after each successful render, unless its graph was deleted. */
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

  /** Called when the last caller that waited for a render has left. */
  function abandon(graph: OwnedGraph, render: InFlightRender): void {
    if (!render.handle.cancel()) return
    remove(graph.graphId, render)
    render.onDropped?.()
    // A background render that was promoted for the caller who left goes back to the background.
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
      // The render was cancelled because the graph was deleted.
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
        const inFlight = [...(renders.get(graph.graphId) ?? [])].find(
          ({ version, look }) => version === graph.version && look === name,
        )
        const render = inFlight ?? start(graph, firstFormats, defaultLook, 'background')
        try {
          const artifacts = await render.handle.result
          await render.handle.stored?.()
          return artifacts
        } catch (error) {
          // The render was cancelled because its only caller left, just before this one joined: start another.
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
