/** The gateway's side of the shared queue: submits jobs and waits for their outcomes. */

import { Queue } from 'bullmq'
import type {
  QueueStats,
  RenderDispatcher,
  RenderHandle,
  RenderJob,
  RenderPriority,
  UnstoredDispatcher,
  UnstoredJob,
} from '../domain/image/ports.ts'
import type { Store } from '../domain/ports.ts'
import { cancelled, graphNotFound, unavailable } from '../errors/errors.ts'
import { checkServer, openForCommands, openForListening, type RedisAddress } from './connection.ts'
import { createGatewayQueue, type Entry, type QueuedRender } from './gateway-queue.ts'
import { watchWorkers } from './heartbeats.ts'
import { createJobRequests } from './job-requests.ts'
import {
  canaryJob,
  errorFromText,
  type JobTraces,
  jobIdOf,
  queueName,
  renderJob,
  unstoredJob,
  withFirstFormats,
} from './jobs.ts'
import { queueKeys } from './keys.ts'
import { createOutcomes } from './outcomes.ts'
import { createPendingLimits, payerOf } from './pending-limits.ts'
import { startRechecks } from './rechecks.ts'
import { subscribeToReplies } from './replies.ts'
import { readStats } from './stats.ts'
import { type Artifacts, findArtifacts } from './stored-artifacts.ts'
import { createUnstoredFiles, type UnstoredJobData } from './unstored.ts'

export interface QueueDispatcherDeps {
  readonly redis: RedisAddress
  readonly store: Pick<Store, 'artifacts' | 'graphs'>
  readonly traces?: JobTraces | undefined
  readonly onError: (error: unknown) => void
}

export interface QueueDispatcher extends RenderDispatcher, UnstoredDispatcher {
  /** Whether a worker was alive a moment ago. */
  readonly alive: boolean
  stats(): Promise<QueueStats>
}

/**
 * The deadline of a request that somebody waits for: 15 s for a page, 20 s for the render, and some time for the queue. Even
 * if a job is restarted in between, every caller has an answer within 45 s.
 */
const waitMs = 38_000
/** How long this gateway tracks a background job. A later outcome is found in the store. */
const backgroundMs = 600_000
/** Shorter than the timeouts of usual health checks, so that the answer can name the reason. */
const canaryMs = 4_000
/** How often a job is added again if its outcome lacks a format that was requested while it was ending. */
const rounds = 3

/** Rejects if the server refuses the connection or is unsuitable for a queue. An unavailable server is waited for. */
export async function createQueueDispatcher(deps: QueueDispatcherDeps): Promise<QueueDispatcher> {
  const { store, onError, traces = null } = deps
  const { url, prefix } = deps.redis
  const keys = queueKeys(prefix)
  const gatewayId = crypto.randomUUID()
  const commands = openForCommands(url, onError)
  const listening = openForListening(url, onError)
  const disconnect = () => {
    commands.disconnect()
    listening.disconnect()
  }
  const answers = await checkServer(commands).catch(error => {
    disconnect()
    throw error
  })
  if (!answers) onError(unavailable('REDIS_URL does not answer; renders wait until it does'))

  const queue = new Queue(queueName, {
    connection: commands,
    prefix: keys.bull,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  })
  queue.on('error', onError)
  const requests = createJobRequests(commands, keys)
  const files = createUnstoredFiles(commands, keys)
  const outcomes = createOutcomes()
  const limits = createPendingLimits(() => queue.getJobCountByTypes('waiting', 'prioritized', 'active'))
  const subscribed = subscribeToReplies(
    listening,
    keys,
    gatewayId,
    ({ jobId, error }) =>
      outcomes.settle(jobId, waiter =>
        error === undefined ? waiter.resolve() : waiter.reject(errorFromText(error)),
      ),
    onError,
  )
  if (answers) await subscribed
  const workers = await watchWorkers(commands, keys)
  const stopRechecks = startRechecks(outcomes, workers, onError)

  const gatewayQueue = createGatewayQueue({ gatewayId, commands, queue, requests, outcomes, limits, traces })
  const withdraw = (jobId: string) => gatewayQueue.withdraw(jobId).catch(onError)
  const isKept = async (job: RenderJob) => (await store.graphs.findVersion(job)) !== null

  function submit(job: RenderJob, priority: RenderPriority): RenderHandle<Artifacts> {
    const jobId = jobIdOf(job)
    const whole = withFirstFormats(job)
    const entry: Entry = {
      jobId,
      name: renderJob,
      data: whole,
      formats: whole.formats,
      payer: payerOf(job),
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
      cancel() {
        const { waiter } = queued
        waiter.reject(cancelled())
        waiter.done.catch(() => withdraw(jobId))
        return true
      },
    }
  }

  /** Renders a figure by value. Each such job has a unique name and is never shared. */
  function draw({ accountId, figure, format, look }: UnstoredJob) {
    const data: UnstoredJobData = { id: crypto.randomUUID(), accountId, format, look }
    const { id } = data
    const entry: Entry = {
      jobId: id,
      name: unstoredJob,
      data,
      formats: [],
      payer: accountId,
      found: () => files.hasImage(id),
      prepare: () => files.putFigure(id, figure),
    }
    const { waiter } = gatewayQueue.enter(entry, 'waiting', performance.now() + waitMs)
    const result = waiter.done.then(() => files.takeImage(data)).finally(() => files.drop(id).catch(onError))
    return {
      result,
      cancel() {
        waiter.reject(cancelled())
        // A worker that has started the job already finds its figure gone, or its image is dropped.
        waiter.done.catch(() => withdraw(id))
        return true
      },
    }
  }

  return {
    submit,
    draw,
    get alive() {
      return workers.alive
    },

    async stats() {
      if (commands.status !== 'ready') throw unavailable('the render queue does not answer')
      return readStats(commands, keys)
    },

    async canary() {
      const jobId = `${canaryJob}-${crypto.randomUUID()}`
      const nothing = { found: async () => false, addAgain: async () => {} }
      const waiter = outcomes.expect(jobId, true, nothing)
      waiter.deadline(performance.now() + canaryMs, () =>
        unavailable('no worker rendered a canary; see that `plotgate worker` runs'),
      )
      gatewayQueue.addFirst(canaryJob, jobId).catch(error => waiter.reject(error))
      await waiter.done.finally(() => void withdraw(jobId))
    },

    async close() {
      stopRechecks()
      workers.stop()
      for (const waiter of outcomes.all) waiter.reject(unavailable('shutting down'))
      if (commands.status === 'ready') await queue.close().catch(onError)
      disconnect()
    },
  }
}
