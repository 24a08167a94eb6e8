/** The operator's hand on the shared queue: how it stands, what failed, and having that made again. */

import { Queue } from 'bullmq'
import { versionName } from '../domain/graph/graph.ts'
import { createAttempts } from '../domain/image/attempts.ts'
import type { QueueStats } from '../domain/image/ports.ts'
import { createQuarantine } from '../domain/image/quarantine.ts'
import type { Store } from '../domain/ports.ts'
import { unavailable } from '../errors/errors.ts'
import { createAsks } from './asks.ts'
import { checkServer, openForCommands, type RedisAddress } from './connection.ts'
import { dropFailures, type Failure, listFailures } from './failures.ts'
import { livingWorkers } from './heartbeats.ts'
import { priorityOf, queueName, renderJob } from './jobs.ts'
import { queueKeys } from './keys.ts'
import { payerOf } from './places.ts'
import { readStats } from './stats.ts'

export interface QueueAdmin {
  stats(): Promise<QueueStats>
  /** By machine, process and a mark of its own. */
  workers(): Promise<readonly string[]>
  /** The newest first. */
  failures(): Promise<readonly Failure[]>
  /** Puts those failures into the queue again, past their rest in quarantine; returns how many there were. */
  retry(jobIds: readonly string[]): Promise<number>
  /** Forgets those failures; returns how many there were. */
  drop(jobIds: readonly string[]): Promise<number>
  close(): Promise<void>
}

/** Asks like a gateway, and does not hear the outcome. */
const operatorId = 'operator'

/** Rejects where Redis does not answer. */
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
  const attempts = createAttempts(store)
  const asks = createAsks(redis, keys)

  async function retryOne({ jobId, job }: Failure): Promise<void> {
    await quarantine.clear(versionName(job), job.look)
    await attempts.succeeded(versionName(job))
    // Asked for like any other: whoever waits for it is added to it.
    const { ahead } = await asks.add({
      jobId,
      gatewayId: operatorId,
      formats: job.formats,
      forMs: null,
      payer: payerOf(job),
    })
    const priority = priorityOf('background', ahead)
    await queue.add(renderJob, job, { jobId, priority, removeOnComplete: true, removeOnFail: true })
  }

  return {
    stats: () => readStats(redis, keys),
    workers: () => livingWorkers(redis, keys),
    failures: () => listFailures(redis, keys),
    async retry(jobIds) {
      const chosen = (await listFailures(redis, keys)).filter(({ jobId }) => jobIds.includes(jobId))
      for (const failure of chosen) await retryOne(failure)
      // Only now: a command that is broken off loses none.
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
