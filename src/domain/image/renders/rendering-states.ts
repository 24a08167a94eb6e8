/** Sets the rendering state of a graph: at once for readers in this process, and in the store. */

import type { Rendering } from '../../graph/graph.ts'
import type { Store } from '../../ports.ts'
import { isDefaultLook } from '../look.ts'
import type { RenderJob } from '../ports.ts'
import type { CurrentRenderings } from './current-renderings.ts'
import type { RenderWriter } from './render-writes.ts'

export interface RenderingStatesDeps {
  readonly store: Pick<Store, 'graphs'>
  /** Gets each state before the store. */
  readonly renderings: Pick<CurrentRenderings, 'announce'> | null
  readonly writer: RenderWriter
}

export function createRenderingStates(job: RenderJob, { store, renderings, writer }: RenderingStatesDeps) {
  // Only the first image speaks for the graph; a broken `?width` must not mark it failed.
  const speaksForGraph = isDefaultLook(job.look)

  const writeState = async (rendering: Rendering) => {
    if (speaksForGraph) await store.graphs.setRendering(job, rendering)
  }

  /** Writes the state. Readers in this process get it at once. */
  function setState(rendering: Rendering, write = () => writeState(rendering)): void {
    const retract = speaksForGraph ? renderings?.announce(job, rendering) : undefined
    writer.write(async () => {
      try {
        await write()
      } finally {
        retract?.()
      }
    })
  }

  /**
   * In a process that answers reads, only its readers get this state. It lasts a moment, so the store, where the graph
   * is still pending, is not written.
   */
  function setRunning(): void {
    const running: Rendering = { status: 'running', error: null, omitted: [] }
    if (!renderings) setState(running)
    else if (speaksForGraph) renderings.announce(job, running)
  }

  return { speaksForGraph, setState, setRunning }
}
