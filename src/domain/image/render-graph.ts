/** One render by reference: figure from the store, picture from the render room, artifacts into the store. */

import { createHash } from 'node:crypto'
import { AppError, graphNotFound } from '../../errors/errors.ts'
import { type Artifact, defaultLook, type ImageFormat, type Rendering, variantOf } from '../graph/graph.ts'
import type {
  RenderDispatcher,
  Renderer,
  RenderHandle,
  RenderJob,
  RenderPriority,
  Store,
  UnstoredDispatcher,
} from '../ports.ts'
import { requireImageFits } from './image-size.ts'

export interface LocalDispatcherDeps {
  readonly store: Store
  readonly renderer: Renderer
  /** Told when artifacts that were drawn and answered could not be kept. */
  readonly onStoreError: (error: unknown, graphId: string) => void
}

export interface LocalDispatcher extends RenderDispatcher, UnstoredDispatcher {
  /** Resolves when everything drawn so far is in the store. */
  settled(): Promise<void>
}

/** Renders in this process. Also what a worker runs for each job of the shared queue. */
export function createLocalDispatcher({
  store,
  renderer,
  onStoreError,
}: LocalDispatcherDeps): LocalDispatcher {
  const writing = new Set<Promise<void>>()

  /** One render's writes: in the order they were asked for, and out of the way of whoever waits for the picture. */
  function createWriter(graphId: string): (work: () => Promise<unknown>) => void {
    let last: Promise<unknown> = Promise.resolve()
    return work => {
      const done: Promise<void> = last
        .then(work)
        .then(
          () => {},
          error => onStoreError(error, graphId),
        )
        .finally(() => writing.delete(done))
      last = done
      writing.add(done)
    }
  }

  function submit(
    job: RenderJob,
    priority: RenderPriority,
  ): RenderHandle<ReadonlyMap<ImageFormat, Artifact>> {
    const { graphId, formats, look } = job
    // Only the first picture speaks for the graph; a broken `?width` must not mark it failed.
    const first = variantOf({ ...look, format: 'png' }) === variantOf({ ...defaultLook, format: 'png' })
    const write = createWriter(graphId)
    const tell = (rendering: Rendering) => first && write(() => store.graphs.setRendering(graphId, rendering))
    let begun = false

    const ticket = renderer.draw({
      formats,
      look,
      priority,
      async figure() {
        const figure = await store.graphs.figure(graphId)
        if (!figure) throw graphNotFound(graphId)
        requireImageFits(String(figure.layout), look)
        begun = true
        tell({ status: 'running', error: null, omitted: [] })
        return figure
      },
    })

    const result = ticket.result.then(
      ({ images, omitted }) => {
        const artifacts = new Map([...images].map(([format, bytes]) => [format, toArtifact(bytes)]))
        write(async () => {
          for (const [format, artifact] of artifacts) {
            if (!(await store.artifacts.put(graphId, variantOf({ ...look, format }), artifact))) return
          }
          tell({ status: 'ready', error: null, omitted })
        })
        return artifacts
      },
      error => {
        // A figure's own fault is final; a full queue or a lost browser is not, the next request tries again.
        const final = error instanceof AppError && error.code === 'render_failed'
        if (final) tell({ status: 'failed', error: error.message, omitted: [] })
        else if (begun) tell({ status: 'pending', error: null, omitted: [] })
        throw error
      },
    )
    return { result, promote: ticket.promote, cancel: ticket.cancel }
  }

  async function settled(): Promise<void> {
    // A write may ask for another: the picture first, then the word that it is ready.
    while (writing.size > 0) await Promise.all(writing)
  }

  return {
    submit,
    draw: ({ figure, format, look }) =>
      renderer.draw({ figure: async () => figure, formats: [format], look, priority: 'waiting' }),
    settled,
    canary: () => renderer.canary(),
    async close() {
      await renderer.close()
      await settled()
    },
  }
}

function toArtifact(bytes: Uint8Array): Artifact {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  return { bytes, etag, createdAt: new Date() }
}
