/** The worker's side of the shared queue: takes jobs, renders them, and stores the artifacts. */

import { Worker } from 'bullmq'
import { settledWithin } from '../../async/with-timeout.ts'
import type { RenderJob } from '../../domain/image/ports.ts'
import { createQuarantine } from '../../domain/image/quarantine.ts'
import type { LocalDispatcher } from '../../domain/image/renders/local-dispatcher.ts'
import type { Store } from '../../domain/ports.ts'
import { checkServer, openForListening, type RedisAddress } from '../connection.ts'
import { startHeartbeat } from '../heartbeats.ts'
import { createJobRequests } from '../job-requests.ts'
import { errorToText, type JobTraces, queueName } from '../jobs.ts'
import { queueKeys } from '../keys.ts'
import { createUnstoredFiles } from '../unstored.ts'
import { createJobWork } from './job-work.ts'
import { createNotifications } from './notifications.ts'

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
const locks = {
  lockDuration: 2_500,
  lockRenewTime: 800,
  stalledInterval: 1_000,
  /** After losing this many workers, a job is considered the cause and fails. */
  maxStalledCount: 2,
}
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
  const quarantine = createQuarantine(store)
  const notifications = createNotifications(connection, keys, { requests, quarantine, onError })
  const files = createUnstoredFiles(connection, keys)
  const work = createJobWork({ store, dispatcher, requests, files, onRendered: deps.onRendered })

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
    { connection, prefix: keys.bull, concurrency: deps.concurrency, ...locks },
  )
  worker.on('completed', job => notifications.start(job))
  worker.on('failed', (job, error) => notifications.start(job, error.message))
  worker.on('error', onError)
  await worker.waitUntilReady()
  const heartbeat = startHeartbeat(connection, keys, onError)

  async function finish(): Promise<void> {
    heartbeat.stop()
    await worker.close()
    await notifications.settled()
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
