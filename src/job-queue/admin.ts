/** Operator commands for the shared queue: its state, its failures, and retrying or dropping them. */

import { Queue } from 'bullmq'
import { versionName } from '../domain/graph/graph.ts'
import { createBackoff } from '../domain/image/backoff.ts'
import type { QueueStats } from '../domain/image/ports.ts'
import { createQuarantine } from '../domain/image/quarantine.ts'
import type { Store } from '../domain/ports.ts'
import { unavailable } from '../errors/errors.ts'
import { checkServer, openForCommands, type RedisAddress } from './connection.ts'
import { dropFailures, type Failure, listFailures } from './failures.ts'
import { liveWorkers } from './heartbeats.ts'
import { createJobRequests } from './job-requests.ts'
import { flowOf, priorityOf, queueName, renderJob } from './jobs.ts'
import { queueKeys } from './keys.ts'
import { readStats } from './stats.ts'

export interface QueueAdmin {
  stats(): Promise<QueueStats>
  /** The live workers, each named by host, process id and a random suffix. */
  workers(): Promise<readonly string[]>
  /** The recorded failures, newest first. */
  failures(): Promise<readonly Failure[]>
  /** Queues these failed jobs again, ignoring their quarantine. Returns how many there were. */
  retry(jobIds: readonly string[]): Promise<number>
  /** Deletes these failures. Returns how many there were. */
  drop(jobIds: readonly string[]): Promise<number>
  close(): Promise<void>
}

/** The requester id of operators, who do not wait for outcomes. */
const operatorId = 'operator'

/** Rejects if Redis does not answer. */
export async function openQueueAdmin(
  { url, prefix }: RedisAddress,
  store: Pick<Store, 'records'>,
): Promise<QueueAdmin> {
  const keys = queueKeys(prefix)
  const redis = openForCommands(url, () => {})
  try {
    if (!(await checkServer(redis))) throw unavailable('REDIS_URL does not answer')
  } catch (error) {
    redis.disconnect()
    throw error
  }
  const queue = new Queue(queueName, { connection: redis, prefix: keys.bull })
  const quarantine = createQuarantine(store)
  const backoff = createBackoff(store)
  const requests = createJobRequests(redis, keys)

  async function retryOne({ jobId, job }: Failure): Promise<void> {
    await quarantine.clear(versionName(job), job.look)
    await backoff.succeeded(versionName(job))
    // Requested like any other job, so that gateways can join it.
    const { ahead } = await requests.add({
      jobId,
      gatewayId: operatorId,
      formats: job.formats,
      waitMs: null,
      flow: flowOf(job),
    })
    const priority = priorityOf('background', ahead)
    await queue.add(renderJob, job, { jobId, priority, removeOnComplete: true, removeOnFail: true })
  }

  return {
    stats: () => readStats(redis, keys),
    workers: () => liveWorkers(redis, keys),
    failures: () => listFailures(redis, keys),
    async retry(jobIds) {
      const chosen = (await listFailures(redis, keys)).filter(({ jobId }) => jobIds.includes(jobId))
      for (const failure of chosen) await retryOne(failure)
      // Dropped last, so that an interrupted command loses no failures.
      return dropFailures(
        redis,
        keys,
        chosen.map(({ jobId }) => jobId),
      )
    },
    drop: jobIds => dropFailures(redis, keys, jobIds),
    async close() {
      await queue.close().catch(() => {})
      redis.disconnect()
    },
  }
}
