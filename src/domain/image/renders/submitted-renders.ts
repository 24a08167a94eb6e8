/** The renders of stored graphs that this process has submitted and that have not ended yet. */

import type { OwnedGraph } from '../../graph/graph.ts'
import type { GraphId } from '../../ids.ts'
import type { ImageFormat } from '../formats.ts'
import { type ImageLook, lookName } from '../look.ts'
import type { Artifacts, RenderDispatcher, RenderHandle, RenderPriority } from '../ports.ts'

export interface SubmittedRender {
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

export interface SubmittedRenders {
  of(graphId: GraphId): Iterable<SubmittedRender>
  /** Waited-for formats are `wanted` at once. `onDropped` is called if the render is dropped before it begins. */
  submit(
    graph: OwnedGraph,
    formats: readonly ImageFormat[],
    look: ImageLook,
    priority: RenderPriority,
    onDropped?: (() => void) | null,
  ): SubmittedRender
  remove(graphId: GraphId, render: SubmittedRender): void
}

/** `onArtifacts` is called after each successful render, unless its graph was deleted. */
export function createSubmittedRenders(
  dispatcher: RenderDispatcher,
  onArtifacts: (graph: OwnedGraph, look: ImageLook, artifacts: Artifacts) => void,
): SubmittedRenders {
  const renders = new Map<string, Set<SubmittedRender>>()

  function remove(graphId: GraphId, render: SubmittedRender): void {
    const ofGraph = renders.get(graphId)
    ofGraph?.delete(render)
    if (ofGraph?.size === 0) renders.delete(graphId)
  }

  return {
    of: graphId => renders.get(graphId) ?? [],
    remove,

    submit(graph, formats, look, priority, onDropped = null) {
      const { graphId, version, accountId, digest } = graph
      const handle = dispatcher.submit({ graphId, version, accountId, digest, formats, look }, priority)
      const render: SubmittedRender = {
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
    },
  }
}
