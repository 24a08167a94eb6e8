/** What a worker does for a job: draws what is not stored already. */

import type { Job } from 'bullmq'
import { type Artifact, renderingOf } from '../../domain/graph/graph.ts'
import { isDefaultLook, variantOf } from '../../domain/image/look.ts'
import type { RenderJob } from '../../domain/image/ports.ts'
import type { LocalDispatcher } from '../../domain/image/renders/local-dispatcher.ts'
import type { Store } from '../../domain/ports.ts'
import type { JobRequests } from '../job-requests.ts'
import { canaryJob, unstoredJob } from '../jobs.ts'
import type { UnstoredFiles, UnstoredJobData } from '../unstored.ts'

export interface JobWorkDeps {
  readonly store: Pick<Store, 'artifacts' | 'graphs'>
  readonly dispatcher: LocalDispatcher
  readonly requests: JobRequests
  readonly files: UnstoredFiles
  /** Called after each stored render, with its duration in milliseconds. */
  readonly onRendered?: ((job: RenderJob, ms: number) => void) | undefined
}

export function createJobWork({ store, dispatcher, requests, files, onRendered }: JobWorkDeps) {
  async function drawUnstored({ id, ...job }: UnstoredJobData): Promise<void> {
    const figure = await files.takeFigure(id)
    await files.putImage(id, await dispatcher.draw({ ...job, figure }).result)
  }

  /** What another worker or an earlier attempt has stored already: for each format its artifact, or null. */
  const storedOf = (job: RenderJob): Promise<readonly (Artifact | null)[]> =>
    Promise.all(job.formats.map(format => store.artifacts.get(job, variantOf({ ...job.look, format }))))

  /** Marks the graph as ready, because all files exist and their worker died before it could. */
  async function settleState(job: RenderJob, artifact: Artifact): Promise<void> {
    if (!isDefaultLook(job.look)) return
    const record = await store.graphs.find(job.graphId)
    if (record?.version !== job.version || record.rendering.status === 'ready') return
    await store.graphs.setRendering(job, renderingOf(artifact))
  }

  async function draw(job: RenderJob): Promise<void> {
    const stored = await storedOf(job)
    const [first] = stored
    if (first && !stored.includes(null)) return settleState(job, first)
    const missing = { ...job, formats: job.formats.filter((_, index) => stored[index] === null) }
    const begun = performance.now()
    try {
      await dispatcher.submit(missing, 'waiting').result
      onRendered?.(missing, performance.now() - begun)
    } finally {
      // The gateway reads from the store as soon as it is notified.
      await dispatcher.settled()
    }
  }

  return async function work({ name, id = '', data }: Job): Promise<void> {
    const requested = await requests.read(id)
    // Nobody waits any more, so there is nothing to render and nobody to notify.
    if (requested && !requested.wanted) return
    if (name === canaryJob) return dispatcher.canary()
    if (name === unstoredJob) return drawUnstored(data)
    const formats =
      requested && requested.formats.length > 0 ? requested.formats : (data as RenderJob).formats
    return draw({ ...(data as RenderJob), formats })
  }
}
