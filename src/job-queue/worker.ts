/** The worker's side of the shared queue: takes jobs, renders them, and stores the artifacts. */

import { type Job, Worker } from 'bullmq'
import { settledWithin } from '../async/with-timeout.ts'
import { type Artifact, renderingOf, versionName } from '../domain/graph/graph.ts'
import type { LocalDispatcher } from '../domain/image/local-dispatcher.ts'
import { isDefaultLook, variantOf } from '../domain/image/look.ts'
import type { RenderJob } from '../domain/image/ports.ts'
import { createQuarantine } from '../domain/image/quarantine.ts'
import type { Store } from '../domain/ports.ts'
import { workersEnded } from '../errors/errors.ts'
import { checkServer, openForListening, type RedisAddress } from './connection.ts'
import { forgetFailure, isWorthKeeping, keepFailure } from './failures.ts'
import { startHeartbeat } from './heartbeats.ts'
import { createJobRequests } from './job-requests.ts'
import {
  canaryJob,
  errorToText,
  isErrorJson,
  type JobTraces,
  queueName,
  renderJob,
  unstoredJob,
} from './jobs.ts'
import { queueKeys } from './keys.ts'
import { reply } from './replies.ts'
import { createUnstoredFiles, type UnstoredJobData } from './unstored.ts'

export interface QueueWorkerDeps {
  readonly redis: RedisAddress
  readonly store: Pick<Store, 'artifacts' | 'graphs' | 'records'>
  readonly dispatcher: LocalDispatcher
  /** How many jobs to hold at once: more than the number of pages, so that no page waits for the queue. */
  readonly concurrency: number
  readonly traces?: JobTraces | undefined
  /** Called after each stored render, with its duration in milliseconds. */
  readonly onRendered?: (job: RenderJob, ms: number) => void
  readonly onError: (error: unknown) => void
}

export interface QueueWorker {
  /** Whether Redis has answered recently. */
  readonly connected: boolean
  /**
   * Finishes the current jobs and takes no more. Has a time limit, even if Redis is unreachable. Other workers take over
   * unfinished jobs.
   */
  close(): Promise<void>
}

/**
 * The job of a dead worker is given to another one within 5 s, after its lock has expired and two checks have found that. A
 * worker that was only suspended may finish the same job; both results are equal, and one is kept.
 */
const lockMs = 2_500
const renewMs = 800
const stalledMs = 1_000
/** After losing this many workers, a job is considered the cause and fails. */
const maxWorkersLost = 2
/** The share of the 10 s for a shutdown; the rest is for browsers and store. */
const closeMs = 6_000

/**
 * BullMQ waits for ever for a connection to close that is between two attempts to reconnect. Its lock timer, which keeps the
 * process alive, is stopped only by closing.
 */
class BoundedWorker extends Worker {
  /** For when `close` hangs: lets the locks expire, so that other workers take the jobs. */
  abandon(): Promise<void> {
    return this.lockManager.close()
  }
}

/** Rejects if the server refuses the connection or is unsuitable for a queue. An unavailable server is waited for. */
export async function createQueueWorker(deps: QueueWorkerDeps): Promise<QueueWorker> {
  const { store, dispatcher, traces, onError } = deps
  const keys = queueKeys(deps.redis.prefix)
  const connection = openForListening(deps.redis.url, onError)
  await checkServer(connection).catch(error => {
    connection.disconnect()
    throw error
  })
  const requests = createJobRequests(connection, keys)
  const files = createUnstoredFiles(connection, keys)
  const quarantine = createQuarantine(store)
  const notifications = new Set<Promise<void>>()

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
      deps.onRendered?.(missing, performance.now() - begun)
    } finally {
      // The gateway reads from the store as soon as it is notified.
      await dispatcher.settled()
    }
  }

  async function work({ name, id = '', data }: Job): Promise<void> {
    const requested = await requests.read(id)
    // Nobody waits any more, so there is nothing to render and nobody to notify.
    if (requested && !requested.wanted) return
    if (name === canaryJob) return dispatcher.canary()
    if (name === unstoredJob) return drawUnstored(data)
    const formats =
      requested && requested.formats.length > 0 ? requested.formats : (data as RenderJob).formats
    return draw({ ...(data as RenderJob), formats })
  }

  const worker = new BoundedWorker(
    queueName,
    async job => {
      try {
        if (traces) await traces.resume(job.opts.telemetry?.metadata, job.timestamp, () => work(job))
        else await work(job)
      } catch (error) {
        throw new Error(errorToText(error))
      }
    },
    {
      connection,
      prefix: keys.bull,
      concurrency: deps.concurrency,
      lockDuration: lockMs,
      lockRenewTime: renewMs,
      stalledInterval: stalledMs,
      maxStalledCount: maxWorkersLost,
    },
  )

  /** Quarantines the figure of a job that has lost too many workers, which BullMQ reports with a message of its own. */
  async function blame(job: RenderJob, text: string): Promise<string> {
    const error = workersEnded(new Error(text))
    return errorToText(await quarantine.strike(versionName(job), job.look, error).catch(() => error))
  }

  /** Notifies the gateways after BullMQ has removed the job, because they may add it again. */
  async function notify(job: Job, failure?: string): Promise<void> {
    const { id: jobId = '', name, data } = job
    const error =
      failure === undefined || isErrorJson(failure) || name !== renderJob
        ? failure
        : await blame(data, failure)
    const gateways = await requests.settle(jobId)
    await reply(connection, keys, gateways, error === undefined ? { jobId } : { jobId, error })
    if (name !== renderJob) return
    if (error === undefined) await forgetFailure(connection, keys, jobId)
    else if (isWorthKeeping(error)) await keepFailure(connection, keys, { jobId, job: data, text: error })
  }
  function startTelling(job: Job | undefined, error?: string): void {
    if (!job) return
    const notification = notify(job, error)
      .catch(onError)
      .finally(() => notifications.delete(notification))
    notifications.add(notification)
  }
  worker.on('completed', job => startTelling(job))
  worker.on('failed', (job, error) => startTelling(job, error.message))
  worker.on('error', onError)
  await worker.waitUntilReady()
  const heartbeat = startHeartbeat(connection, keys, onError)

  async function finish(): Promise<void> {
    heartbeat.stop()
    await worker.close()
    await Promise.all(notifications)
    await heartbeat.withdraw()
  }

  return {
    get connected() {
      return heartbeat.heard
    },
    async close() {
      await settledWithin(finish().catch(onError), closeMs)
      await worker.abandon()
      connection.disconnect()
    },
  }
}
