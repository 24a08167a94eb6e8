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
import { AppError, cancelled, graphNotFound, overloaded, unavailable } from '../errors/errors.ts'
import { openForCommands, openForListening, whenReady } from './connection.ts'
import { canaryJob, errorFromText, jobIdOf, priorityOf, queueName, renderJob, unstoredJob } from './jobs.ts'
import { createOutcomes } from './outcomes.ts'
import { createPendingCounts } from './pending-counts.ts'
import { dropUnstored, putFigure, takeImage, type UnstoredJobData } from './unstored.ts'

export interface QueueDispatcherDeps {
  readonly redisUrl: string
  readonly artifacts: ArtifactStore
  readonly onError: (error: unknown) => void
}

/** Somebody waits: 15 s for a page, 20 s to render, and a little for the way there and back. */
const waitMs = 40_000
/** Nobody waits: a job this old is forgotten here; its outcome, if it comes, is in the store. */
const backgroundMs = 600_000
const canaryMs = 10_000
const maxQueued = 10_000
/** What callers of this gateway may wait for, in all and of one account. */
const maxWaiting = 1_000
const maxWaitingPerAccount = 500
/** How long a count of the queue is believed: a create must not cost a count each. */
const countFreshMs = 250

const tooLate = () => overloaded('no worker made the image in time; see that `plotgate worker` runs', 5)
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
  const pending = createPendingCounts()
  queue.on('error', deps.onError)
  events.on('error', deps.onError)
  events.on('completed', ({ jobId }) => outcomes.settle(jobId, waiter => waiter.resolve()))
  events.on('failed', ({ jobId, failedReason }) =>
    outcomes.settle(jobId, waiter => waiter.reject(errorFromText(failedReason))),
  )
  events.on('removed', ({ jobId }) => outcomes.settle(jobId, waiter => waiter.removed()))
  await events.waitUntilReady()

  let counted = { at: 0, total: 0 }
  async function admit(priority: RenderPriority, accountId: string): Promise<void> {
    if (priority === 'waiting') {
      if (pending.total >= maxWaiting || pending.of(accountId) >= maxWaitingPerAccount) {
        throw overloaded('all places for renders are taken; retry after a moment')
      }
      return
    }
    if (Date.now() - counted.at > countFreshMs) {
      const total = await queue.getJobCountByTypes('waiting', 'prioritized', 'active')
      counted = { at: Date.now(), total }
    }
    if (counted.total >= maxQueued) {
      throw overloaded(`${maxQueued} renders are queued already; the image is made on its first request`)
    }
  }

  async function artifactsOf(job: RenderJob): Promise<Map<ImageFormat, Artifact>> {
    const artifacts = new Map<ImageFormat, Artifact>()
    const { graphId, formats, look } = job
    for (const format of formats) {
      const artifact = await deps.artifacts.get(job, variantOf({ ...look, format }))
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
    const { accountId } = job
    const waiter = outcomes.expect(jobId)
    waiter.deadline(priority === 'waiting' ? waitMs : backgroundMs, tooLate)
    const ahead = pending.of(accountId)
    let waited = priority === 'waiting'
    const add = () =>
      queue.add(renderJob, job, {
        jobId,
        priority: priorityOf(waited ? 'waiting' : 'background', ahead),
      })
    const added: Promise<Job | null> = admit(priority, accountId)
      .then(add)
      .catch(error => {
        waiter.reject(away(error))
        return null
      })
    // Another gateway's last caller hung up and took the job away, while callers of this one still wait.
    waiter.onRemoved(() => void add().catch(error => waiter.reject(away(error))))
    const leave = pending.enter(accountId)
    waiter.done.then(leave, leave)

    // Where it fails the job is being rendered, or done: there is nothing to hasten.
    function hasten(): void {
      added.then(it => it?.changePriority({ priority: priorityOf('waiting', ahead) })).catch(() => {})
    }

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
        waiter.reject(cancelled())
        // Where it fails a worker holds the job: what it draws is kept while the graph exists.
        added.then(it => it?.remove()).catch(() => {})
        return true
      },
    }
  }

  /** The job is named by itself: no two callers share one, since nobody else has this figure. */
  function draw({ accountId, figure, format, look }: UnstoredJob) {
    const data: UnstoredJobData = { id: crypto.randomUUID(), accountId, format, look }
    const ahead = pending.of(accountId)
    const waiter = outcomes.expect(data.id)
    waiter.deadline(waitMs, tooLate)
    const added = admit('waiting', accountId)
      .then(() => putFigure(commands, data.id, figure))
      .then(() => queue.add(unstoredJob, data, { jobId: data.id, priority: priorityOf('waiting', ahead) }))
    added.catch(error => waiter.reject(away(error)))
    const leave = pending.enter(accountId)
    waiter.done.then(leave, leave)
    const result = waiter.done
      .then(() => takeImage(commands, data))
      .finally(() => dropUnstored(commands, data.id).catch(deps.onError))
    return {
      result,
      cancel() {
        waiter.reject(cancelled())
        // Where a worker holds the job already, it finds the figure gone or its image dropped.
        added.then(job => job.remove()).catch(() => {})
        return true
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
        .add(canaryJob, {}, { jobId, priority: priorityOf('waiting', 0) })
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
