/** Renders in this process: stored graphs by reference, and figures that are not stored. */

import { versionName } from '../../graph/graph.ts'
import type { GraphId } from '../../ids.ts'
import type { Store } from '../../ports.ts'
import type { RenderTime } from '../../quota/render-time.ts'
import { isDefaultLook } from '../look.ts'
import type { RenderDispatcher, Renderer, UnstoredDispatcher } from '../ports.ts'
import { createQuarantine } from '../quarantine.ts'
import type { CurrentRenderings } from './current-renderings.ts'
import { createRenderMeter } from './render-meter.ts'
import { createRenderWrites } from './render-writes.ts'
import { createStoredRender } from './stored-render.ts'

export interface LocalDispatcherDeps {
  readonly store: Store
  readonly renderer: Renderer
  /** Receives each state before the store does. Needed in processes that answer reads. */
  readonly renderings?: Pick<CurrentRenderings, 'announce'>
  /** The quota of render time; absent or null if there is none. */
  readonly renderTime?: RenderTime | null
  /** The release that renders, recorded with the artifacts. */
  readonly release?: string
  /** Called when artifacts that were rendered and sent could not be stored. */
  readonly onStoreError: (error: unknown, graphId: GraphId | null) => void
}

export interface LocalDispatcher extends RenderDispatcher, UnstoredDispatcher {
  /** Resolves when everything rendered so far is stored. */
  settled(): Promise<void>
}

/** Renders in this process. Also what a worker runs for each job of the shared queue. */
export function createLocalDispatcher(deps: LocalDispatcherDeps): LocalDispatcher {
  const { store, renderer, renderings = null, renderTime = null, release, onStoreError } = deps
  const quarantine = createQuarantine(store)
  const writes = createRenderWrites(onStoreError)

  return {
    submit(job, priority) {
      const { graphId, accountId, formats, look } = job
      const writer = writes.openWriter(graphId)
      const meter = createRenderMeter(renderTime, accountId, writer)
      const render = createStoredRender(job, { store, quarantine, renderings, release, meter, writer })
      const handle = renderer.draw({
        formats,
        look,
        priority,
        figure: render.readFigure,
        figureId: versionName(job),
        account: accountId,
        share: isDefaultLook(look) ? 'stored' : 'variants',
      })
      return { ...handle, result: handle.result.then(render.succeed, render.fail), stored: writer.written }
    },

    draw({ accountId, figure, format, look }) {
      const meter = createRenderMeter(renderTime, accountId, writes.openWriter(null))
      const handle = renderer.draw({
        async figure() {
          await meter.require()
          meter.start()
          return figure
        },
        formats: [format],
        look,
        priority: 'waiting',
        account: accountId,
      })
      handle.result.then(meter.charge, meter.charge)
      return handle
    },

    settled: writes.settled,
    canary: () => renderer.canary(),

    async close() {
      await renderer.close()
      await writes.settled()
    },
  }
}
