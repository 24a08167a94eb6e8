/** One render of a stored graph: its figure is read from the store, its artifacts and its state are written there. */

import { AppError, graphNotFound, versionNotFound } from '../../../errors/errors.ts'
import { etagOf } from '../../etag.ts'
import { figureDigest } from '../../figure/digest.ts'
import type { Figure } from '../../figure/text.ts'
import { type Artifact, type Rendering, versionName } from '../../graph/graph.ts'
import type { Store } from '../../ports.ts'
import { imageKeysOf } from '../image-key.ts'
import { requireImageFits } from '../image-size.ts'
import { variantOf } from '../look.ts'
import type { Artifacts, RenderJob, RenderResult } from '../ports.ts'
import type { Quarantine } from '../quarantine.ts'
import type { RenderMeter } from './render-meter.ts'
import { createRenderingStates, type RenderingStatesDeps } from './rendering-states.ts'

export interface StoredRenderDeps extends RenderingStatesDeps {
  readonly store: Store
  readonly quarantine: Quarantine
  /** Which release draws, for its artifacts. */
  readonly release: string | undefined
  readonly meter: RenderMeter
}

export interface StoredRender {
  /** To be called when the render begins. Rejects where the figure is gone, in quarantine or too large to be drawn. */
  readFigure(): Promise<Figure>
  /** The artifacts, which are being written. */
  succeed(result: RenderResult): Artifacts
  /** Rejects with the error for the caller. */
  fail(error: unknown): Promise<never>
}

export function createStoredRender(job: RenderJob, deps: StoredRenderDeps): StoredRender {
  const { store, quarantine, release, meter } = deps
  const { graphId, version, accountId, formats, look } = job
  const name = versionName(job)
  const { speaksForGraph, setState, setRunning } = createRenderingStates(job, deps)
  let { digest } = job
  let strikes = 0

  /** Stops if the graph, or this version of it, is gone. The state is written together with the last image. */
  async function putArtifacts(artifacts: Artifacts, rendering: Rendering) {
    const keyOf = digest === undefined ? null : imageKeysOf(accountId, digest)
    let left = artifacts.size
    for (const [format, artifact] of artifacts) {
      const variant = variantOf({ ...look, format })
      const state = --left === 0 && speaksForGraph ? rendering : undefined
      if (!(await store.artifacts.put(job, variant, artifact, keyOf?.(variant), state))) return
    }
  }

  /** Whether another process has rendered the image, for example while this one was suspended: then the figure can be drawn. */
  async function isReady(): Promise<boolean> {
    const record = await store.graphs.find(graphId).catch(() => null)
    return record?.version === version && record.rendering.status === 'ready'
  }

  return {
    async readFigure() {
      await meter.require()
      strikes = await quarantine.check(name, look, formats)
      const found = await store.graphs.figure(graphId, version)
      if (!found) throw (await store.graphs.find(graphId)) ? versionNotFound(version) : graphNotFound(graphId)
      requireImageFits(String(found.layout), look)
      // Hashing a large figure here would block other requests; the job of its own request has the digest.
      if (typeof found.data === 'string') digest ??= figureDigest(found)
      meter.start()
      setRunning()
      return found
    },

    succeed({ images, omitted }) {
      const artifacts = new Map(
        [...images].map(([format, bytes]) => [format, toArtifact(bytes, omitted, release)]),
      )
      meter.charge()
      const rendering: Rendering = { status: 'ready', error: null, omitted }
      setState(rendering, async () => {
        if (strikes > 0) await quarantine.clear(name, look)
        await putArtifacts(artifacts, rendering)
      })
      return artifacts
    },

    async fail(error) {
      meter.charge()
      // A figure's own fault is final; a full queue or a lost browser is not, the next request tries again.
      const final = error instanceof AppError && error.code === 'render_failed'
      if (final) setState({ status: 'failed', error: error.message, omitted: [] })
      else if (meter.hasStarted) setState({ status: 'pending', error: null, omitted: [] })
      const isCostly = error instanceof AppError && error.costly
      const isOfSvg = isCostly && error.code === 'payload_too_large'
      if (!isCostly || (speaksForGraph && !isOfSvg && (await isReady()))) throw error
      throw await quarantine.strike(name, look, error).catch(() => error)
    },
  }
}

function toArtifact(bytes: Uint8Array, omitted: readonly string[], drawnBy: string | undefined): Artifact {
  return { bytes, etag: etagOf(bytes), createdAt: new Date(), drawnBy, omitted }
}
