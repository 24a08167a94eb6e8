/** Submits renders of stored graphs to the shared queue; their images come back by the store. */

import type { Artifacts, RenderDispatcher, RenderJob } from '../../domain/image/ports.ts'
import type { Store } from '../../domain/ports.ts'
import { graphNotFound } from '../../errors/errors.ts'
import { flowOf, jobIdOf, renderJob, withFirstFormats } from '../jobs.ts'
import { type Entry, type GatewayQueue, type QueuedRender, waitMs } from './gateway-queue.ts'
import { findArtifacts } from './stored-artifacts.ts'

/** How long this gateway tracks a background job. A later outcome is found in the store. */
const backgroundMs = 600_000
/** How often a job is added again if its outcome lacks a format that was requested while it was ending. */
const rounds = 3

export function createStoredDispatch(
  gatewayQueue: Pick<GatewayQueue, 'enter'>,
  store: Pick<Store, 'artifacts' | 'graphs'>,
): RenderDispatcher['submit'] {
  const isKept = async (job: RenderJob) => (await store.graphs.findVersion(job)) !== null

  return (job, priority) => {
    const jobId = jobIdOf(job)
    const whole = withFirstFormats(job)
    const entry: Entry = {
      jobId,
      name: renderJob,
      data: whole,
      formats: whole.formats,
      flow: flowOf(job),
      found: async () => (await findArtifacts(store, job)) !== null,
    }
    let waited = priority === 'waiting'
    let until = performance.now() + (waited ? waitMs : backgroundMs)
    let queued: QueuedRender

    async function outcome(round: number): Promise<Artifacts> {
      queued = gatewayQueue.enter(entry, waited ? 'waiting' : 'background', until)
      await queued.waiter.done
      const artifacts = await findArtifacts(store, job)
      if (artifacts) return artifacts
      // Rendered but not stored, because the graph was deleted.
      if (round === rounds || !(await isKept(job))) throw graphNotFound(job.graphId)
      return outcome(round + 1)
    }

    return {
      result: outcome(1),
      promote() {
        if (!waited) {
          waited = true
          until = performance.now() + waitMs
          queued.promote(until)
        }
        return job.formats
      },
      cancel: () => queued.cancel(),
    }
  }
}
