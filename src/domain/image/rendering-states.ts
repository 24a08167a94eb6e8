/** Tells the rendering state of a graph: to those who read it in this process at once, and to the store. */

import type { Rendering } from '../graph/graph.ts'
import type { Store } from '../ports.ts'
import type { CurrentRenderings } from './current-renderings.ts'
import { isDefaultLook } from './look.ts'
import type { RenderJob } from './ports.ts'
import type { RenderWriter } from './render-writes.ts'

export interface RenderingStatesDeps {
  readonly store: Pick<Store, 'graphs'>
  /** Told of each state before the store is. */
  readonly renderings: Pick<CurrentRenderings, 'announce'> | null
  readonly writer: RenderWriter
}

export function createRenderingStates(job: RenderJob, { store, renderings, writer }: RenderingStatesDeps) {
  // Only the first image speaks for the graph; a broken `?width` must not mark it failed.
  const speaksForGraph = isDefaultLook(job.look)

  const writeState = async (rendering: Rendering) => {
    if (speaksForGraph) await store.graphs.setRendering(job, rendering)
  }

  /** Writes the state; whoever asks from now on is told it at once. */
  function tell(rendering: Rendering, write = () => writeState(rendering)): void {
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
   * A process that answers reads has told its readers; the store, where the graph is still pending, is spared a write
   * for a state that lasts a moment.
   */
  function tellRunning(): void {
    const running: Rendering = { status: 'running', error: null, omitted: [] }
    if (!renderings) tell(running)
    else if (speaksForGraph) renderings.announce(job, running)
  }

  return { speaksForGraph, tell, tellRunning }
}
