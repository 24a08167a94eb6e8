/** Renders a stored graph: reads the figure from the store, draws it, and stores the artifacts. */

import { createHash } from 'node:crypto'
import { AppError, graphNotFound, versionNotFound } from '../../errors/errors.ts'
import { figureDigest } from '../figure/digest.ts'
import { type Artifact, type Rendering, versionName } from '../graph/graph.ts'
import type { GraphId } from '../ids.ts'
import type { Store } from '../ports.ts'
import type { RenderTime } from '../quota/render-time.ts'
import type { CurrentRenderings } from './current-renderings.ts'
import type { ImageFormat } from './formats.ts'
import { imageKeysOf } from './image-key.ts'
import { requireImageFits } from './image-size.ts'
import { isDefaultLook, variantOf } from './look.ts'
import type {
  RenderDispatcher,
  Renderer,
  RenderHandle,
  RenderJob,
  RenderPriority,
  RenderResult,
  UnstoredDispatcher,
} from './ports.ts'
import { createQuarantine } from './quarantine.ts'

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

/** Renders in this process. Workers also run it for each job of the shared queue. */
export function createLocalDispatcher(deps: LocalDispatcherDeps): LocalDispatcher {
  const { store, renderer, renderings, renderTime, release, onStoreError } = deps
  const quarantine = createQuarantine(store)
  const writing = new Set<Promise<void>>()

  /** Writes the results of one render in order, without delaying the caller who waits for the image. */
  function createWriter(graphId: GraphId | null) {
    let last: Promise<void> = Promise.resolve()
    return {
      write(work: () => Promise<unknown>): void {
        const done: Promise<void> = last
          .then(work)
          .then(
            () => {},
            error => onStoreError(error, graphId),
          )
          .finally(() => writing.delete(done))
        last = done
        writing.add(done)
      },
      written: () => last,
    }
  }

  function submit(
    job: RenderJob,
    priority: RenderPriority,
  ): RenderHandle<ReadonlyMap<ImageFormat, Artifact>> {
    const { graphId, version, accountId, formats, look } = job
    const name = versionName(job)
    // Only the default image determines the graph's state: a failing `?width` must not mark the graph as failed.
    const first = isDefaultLook(look)
    const { write, written } = createWriter(graphId)
    let begun = 0
    let strikes = 0
    let { digest } = job

    /** Announces the state to reads at once, runs `before`, and then stores the state. */
    function tell(rendering: Rendering, before: () => Promise<boolean> = async () => true): void {
      const retract = first && renderings?.announce(job, rendering)
      write(async () => {
        try {
          if ((await before()) && first) await store.graphs.setRendering(job, rendering)
        } finally {
          if (retract) retract()
        }
      })
    }

    async function figure() {
      await renderTime?.require(accountId)
      strikes = await quarantine.check(name, look)
      const found = await store.graphs.figure(graphId, version)
      if (!found) throw (await store.graphs.find(graphId)) ? versionNotFound(version) : graphNotFound(graphId)
      requireImageFits(String(found.layout), look)
      // Hashing a large figure here would block other requests. For those, the create supplies the digest.
      if (typeof found.data === 'string') digest ??= figureDigest(found)
      begun = performance.now()
      if (first) tell({ status: 'running', error: null, omitted: [] })
      return found
    }

    function succeed({ images, omitted }: RenderResult): ReadonlyMap<ImageFormat, Artifact> {
      const artifacts = new Map([...images].map(([format, bytes]) => [format, toArtifact(bytes, release)]))
      charge()
      tell({ status: 'ready', error: null, omitted }, async () => {
        if (strikes > 0) await quarantine.clear(name, look)
        const keyOf = digest === undefined ? null : imageKeysOf(accountId, digest)
        for (const [format, artifact] of artifacts) {
          const variant = variantOf({ ...look, format })
          const source = keyOf ? { imageKey: keyOf(variant), omitted } : undefined
          if (!(await store.artifacts.put(job, variant, artifact, source))) return false
        }
        return true
      })
      return artifacts
    }

    function charge(): void {
      const ms = performance.now() - begun
      if (renderTime && begun > 0) write(() => renderTime.charge(accountId, ms))
    }

    async function fail(error: unknown): Promise<never> {
      charge()
      // Errors of the figure itself are final. After others, such as a full queue or a lost browser, the next request retries.
      const final = error instanceof AppError && error.code === 'render_failed'
      if (final) tell({ status: 'failed', error: error.message, omitted: [] })
      else if (begun) tell({ status: 'pending', error: null, omitted: [] })
      if (!(error instanceof AppError && error.costly) || (first && (await isReady()))) throw error
      throw await quarantine.strike(name, look, error).catch(() => error)
    }

    /** Whether another process has made the image while this one was suspended, so that the failure says nothing. */
    async function isReady(): Promise<boolean> {
      const record = await store.graphs.find(graphId).catch(() => null)
      return record?.version === version && record.rendering.status === 'ready'
    }

    const handle = renderer.draw({
      formats,
      look,
      priority,
      figure,
      figureId: name,
      account: accountId,
      share: first ? 'stored' : 'variants',
    })
    return { ...handle, result: handle.result.then(succeed, fail), stored: written }
  }

  async function settled(): Promise<void> {
    // A write may queue another one.
    while (writing.size > 0) await Promise.all(writing)
  }

  return {
    submit,
    draw({ accountId, figure, format, look }) {
      let begun = 0
      const handle = renderer.draw({
        async figure() {
          await renderTime?.require(accountId)
          begun = performance.now()
          return figure
        },
        formats: [format],
        look,
        priority: 'waiting',
        account: accountId,
      })
      const charge = () => {
        if (begun > 0)
          createWriter(null).write(async () => renderTime?.charge(accountId, performance.now() - begun))
      }
      if (renderTime) handle.result.then(charge, charge)
      return handle
    },
    settled,
    canary: () => renderer.canary(),
    async close() {
      await renderer.close()
      await settled()
    },
  }
}

function toArtifact(bytes: Uint8Array, drawnBy: string | undefined): Artifact {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  return { bytes, etag, createdAt: new Date(), drawnBy }
}
