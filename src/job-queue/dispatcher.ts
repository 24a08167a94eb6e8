/** The gateway's side of the shared queue: submits renders by id and waits for their outcome. */

import { type Job, Queue, QueueEvents } from 'bullmq'
import { type Artifact, type ImageFormat, variantOf } from '../domain/graph/graph.ts'
import type {
  ArtifactStore,
  RenderDispatcher,
  RenderHandle,
  RenderJob,
  RenderPriority,
  UnstoredDispatcher,
  UnstoredJob,
} from '../domain/ports.ts'
import {
  AppError,
  cancelled,
  graphNotFound,
  overloaded,
  renderTimeout,
  unavailable,
} from '../errors/errors.ts'
import { openForCommands, openForListening, whenReady } from './connection.ts'
import { canaryJob, errorFromText, jobIdOf, priorities, queueName, renderJob, unstoredJob } from './jobs.ts'
import { createOutcomes } from './outcomes.ts'
import { dropUnstored, putFigure, takeImage, type UnstoredJobData } from './unstored.ts'

export interface QueueDispatcherDeps {
  readonly redisUrl: string
  readonly artifacts: ArtifactStore
  readonly onError: (error: unknown) => void
}

/** Somebody waits: 20 s for a place and 20 s to render (contract), and a little for the way there and back. */
const waitMs = 42_000
/** Nobody waits: a job this old is forgotten here; its outcome, if it comes, is in the store. */
const backgroundMs = 600_000
const canaryMs = 10_000
const maxQueued = 10_000
/** With this many before it, a waiting request would pass its deadline. */
const maxWaiting = 1_000
/** How long a count of the queue is believed: a create must not cost a count each. */
const countFreshMs = 250

const tooLate = () => renderTimeout('no worker made the picture in time; see that `plotgate worker` runs')
const away = (cause: unknown) =>
  cause instanceof AppError ? cause : unavailable('the render queue does not answer', cause)

export async function createQueueDispatcher(
  deps: QueueDispatcherDeps,
): Promise<RenderDispatcher & UnstoredDispatcher> {
  const commands = openForCommands(deps.redisUrl, deps.onError)
  const listening = openForListening(deps.redisUrl, deps.onError)
  await whenReady(commands).catch(error => {
    commands.disconnect()
    listening.disconnect()
    throw error
  })
  const queue = new Queue(queueName, {
    connection: commands,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  })
  const events = new QueueEvents(queueName, { connection: listening })
  const outcomes = createOutcomes()
  queue.on('error', deps.onError)
  events.on('error', deps.onError)
  events.on('completed', ({ jobId }) => outcomes.settle(jobId, waiter => waiter.resolve()))
  events.on('failed', ({ jobId, failedReason }) =>
    outcomes.settle(jobId, waiter => waiter.reject(errorFromText(failedReason))),
  )
  await events.waitUntilReady()

  let counted = { at: 0, waiting: 0, total: 0 }
  async function admit(priority: RenderPriority): Promise<void> {
    if (Date.now() - counted.at > countFreshMs) {
      const [byPriority, total] = await Promise.all([
        queue.getCountsPerPriority([priorities.waiting]),
        queue.getJobCountByTypes('waiting', 'prioritized', 'active'),
      ])
      counted = { at: Date.now(), waiting: byPriority[priorities.waiting] ?? 0, total }
    }
    if (priority === 'waiting' && counted.waiting >= maxWaiting) {
      throw overloaded(`${maxWaiting} renders are waiting already; retry after a moment`)
    }
    if (priority === 'background' && counted.total >= maxQueued) {
      throw overloaded(`${maxQueued} renders are queued already; the picture is made on its first request`)
    }
  }

  async function artifactsOf({ graphId, formats, look }: RenderJob): Promise<Map<ImageFormat, Artifact>> {
    const artifacts = new Map<ImageFormat, Artifact>()
    for (const format of formats) {
      const artifact = await deps.artifacts.get(graphId, variantOf({ ...look, format }))
      // Drawn, yet not kept: the graph was deleted meanwhile.
      if (!artifact) throw graphNotFound(graphId)
      artifacts.set(format, artifact)
    }
    return artifacts
  }

  function submit(
    job: RenderJob,
    priority: RenderPriority,
  ): RenderHandle<ReadonlyMap<ImageFormat, Artifact>> {
    const jobId = jobIdOf(job)
    const waiter = outcomes.expect(jobId)
    waiter.deadline(priority === 'waiting' ? waitMs : backgroundMs, tooLate)
    const added: Promise<Job | null> = admit(priority)
      .then(() => queue.add(renderJob, job, { jobId, priority: priorities[priority] }))
      .catch(error => {
        waiter.reject(away(error))
        return null
      })

    // Where it fails the job is being rendered, or done: there is nothing to hasten.
    function hasten(): void {
      added.then(it => it?.changePriority({ priority: priorities.waiting })).catch(() => {})
    }

    let waited = priority === 'waiting'
    // Another gateway may have queued the same job with less haste: adding it again changed nothing.
    if (waited) hasten()
    return {
      result: waiter.done.then(() => artifactsOf(job)),
      // A worker may have taken the job already: its formats stay.
      promote() {
        if (!waited) {
          waited = true
          waiter.deadline(waitMs, tooLate)
          hasten()
        }
        return job.formats
      },
      cancel() {
        waiter.reject(graphNotFound(job.graphId))
        // Where it fails a worker holds the job: it finds no graph, or the store keeps no artifact of it.
        added.then(it => it?.remove()).catch(() => {})
      },
    }
  }

  /** The job is named by itself: no two callers share one, since nobody else has this figure. */
  function draw({ figure, format, look }: UnstoredJob) {
    const data: UnstoredJobData = { id: crypto.randomUUID(), format, look }
    const waiter = outcomes.expect(data.id)
    waiter.deadline(waitMs, tooLate)
    const added = admit('waiting')
      .then(() => putFigure(commands, data.id, figure))
      .then(() => queue.add(unstoredJob, data, { jobId: data.id, priority: priorities.waiting }))
    added.catch(error => waiter.reject(away(error)))
    const result = waiter.done
      .then(() => takeImage(commands, data))
      .finally(() => dropUnstored(commands, data.id).catch(deps.onError))
    return {
      result,
      cancel() {
        waiter.reject(cancelled())
        // Where a worker holds the job already, it finds the figure gone or its image dropped.
        added.then(job => job.remove()).catch(() => {})
      },
    }
  }

  return {
    submit,
    draw,

    async canary() {
      const jobId = `${canaryJob}-${crypto.randomUUID()}`
      const waiter = outcomes.expect(jobId)
      waiter.deadline(canaryMs, () =>
        unavailable('no worker rendered a canary; see that `plotgate worker` runs'),
      )
      queue
        .add(canaryJob, {}, { jobId, priority: priorities.waiting })
        .catch(error => waiter.reject(away(error)))
      await waiter.done
    },

    async close() {
      outcomes.settleAll(waiter => waiter.reject(unavailable('shutting down')))
      await Promise.allSettled([events.close(), queue.close()])
      commands.disconnect()
      listening.disconnect()
    },
  }
}
