/** Renders in flight. Concurrent requests share one render, which is cancelled when the last of them leaves. */

import { AppError, cancelled, graphNotFound } from '../../../errors/errors.ts'
import type { OwnedGraph } from '../../graph/graph.ts'
import type { GraphId } from '../../ids.ts'
import type { ImageFormat } from '../formats.ts'
import { defaultLook, type ImageLook, lookName } from '../look.ts'
import { firstFormats } from '../pinned.ts'
import type { Artifacts, RenderDispatcher } from '../ports.ts'
import { createSubmittedRenders, type SubmittedRender } from './submitted-renders.ts'

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
  readonly signal?: AbortSignal | undefined
  /** Called before a render is started for this caller alone. Refuses the render by throwing. */
  readonly beforeStart?: () => (() => void) | null
}

/** `onArtifacts` is called after each successful render, unless its graph was deleted. */
export function createInFlightRenders(
  dispatcher: RenderDispatcher,
  onArtifacts: (graph: OwnedGraph, look: ImageLook, artifacts: Artifacts) => void,
): InFlightRenders {
  const renders = createSubmittedRenders(dispatcher, onArtifacts)

  function joinOrStart(
    graph: OwnedGraph,
    format: ImageFormat,
    look: ImageLook,
    beforeStart: JoinOptions['beforeStart'],
  ): SubmittedRender {
    const name = lookName(look)
    for (const render of renders.of(graph.graphId)) {
      if (render.version !== graph.version || render.look !== name) continue
      const wanted = new Set([...render.wanted, format])
      if (!render.handle.promote([...wanted]).includes(format)) continue
      render.wanted = wanted
      return render
    }
    return renders.submit(graph, [format], look, 'waiting', beforeStart?.() ?? null)
  }

  /** Called when the last caller that waited for a render has left. */
  function abandon(graph: OwnedGraph, render: SubmittedRender): void {
    const dropped = render.handle.cancel()
    if (dropped === false) return
    renders.remove(graph.graphId, render)
    void Promise.resolve(dropped).then(isDropped => isDropped && render.onDropped?.())
    // A background render that was promoted for the caller who left goes back to the background.
    if (render.prerender && !render.evicted) renders.submit(graph, firstFormats, defaultLook, 'background')
  }

  return {
    async join(graph, format, look, { signal, beforeStart } = {}) {
      if (signal?.aborted) throw cancelled()
      const render = joinOrStart(graph, format, look, beforeStart)
      render.waiters += 1
      try {
        const artifacts = await unlessAborted(render.handle.result, signal)
        if (render.evicted) throw graphNotFound(graph.graphId)
        return artifacts
      } catch (error) {
        // The render was cancelled because the graph was deleted.
        throw render.evicted ? graphNotFound(graph.graphId) : error
      } finally {
        render.waiters -= 1
        if (signal?.aborted && render.waiters === 0) abandon(graph, render)
      }
    },

    async prerender(graph) {
      const name = lookName(defaultLook)
      for (;;) {
        const inFlight = [...renders.of(graph.graphId)].find(
          ({ version, look }) => version === graph.version && look === name,
        )
        const render = inFlight ?? renders.submit(graph, firstFormats, defaultLook, 'background')
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
      for (const render of renders.of(graphId)) {
        render.evicted = true
        void render.handle.cancel()
      }
    },
  }
}

/** Rejects with `cancelled` when the signal is aborted first. */
async function unlessAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(cancelled())
  signal?.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([result, left.promise])
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}
