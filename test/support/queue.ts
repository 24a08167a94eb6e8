/** What the shared queue holds, as a test sees it from outside. */

import type { Redis } from 'ioredis'
import type { ImageFormat } from '../../src/domain/image/formats.ts'
import type { RenderJob } from '../../src/domain/image/ports.ts'
import { jobIdOf, queueName } from '../../src/job-queue/jobs.ts'
import { eventually } from './eventually.ts'

export interface WatchedQueue {
  /** Whoever waits for a worker that comes later is not told meanwhile that there is none. */
  announceWorker(): Promise<unknown>
  /** That one does not come any more. */
  withdrawWorker(): Promise<unknown>
  /** Resolves when the job, these formats and so many gateways that ask stand in the queue. */
  holds(job: RenderJob, formats?: readonly ImageFormat[], gateways?: number): Promise<void>
  /** What was sent with a job. */
  dataOf(job: RenderJob): Promise<unknown>
  /** Resolves when these jobs come before all others. */
  putsFirst(jobs: readonly RenderJob[]): Promise<void>
  /** Loses everything but who lives. */
  lose(): Promise<unknown>
}

export function watchQueue(client: Redis, prefix: string): WatchedQueue {
  const keyOf = (job: RenderJob) => `${prefix}:${queueName}:${jobIdOf(job)}`
  const workers = `${prefix}:workers`
  return {
    announceWorker: () => client.zadd(workers, Date.now() + 3600_000, 'comes later'),
    withdrawWorker: () => client.zrem(workers, 'comes later'),
    holds: (job, formats = job.formats, gateways = 1) =>
      eventually('the job is queued', async () => {
        const asked = await client.hkeys(`${prefix}:asked:${jobIdOf(job)}`)
        const isAsked = formats.every(format => asked.includes(`f:${format}`))
        const askers = asked.filter(field => field.startsWith('g:')).length
        return isAsked && askers >= gateways && (await client.exists(keyOf(job))) === 1
      }),
    dataOf: async job => JSON.parse((await client.hget(keyOf(job), 'data')) ?? '{}'),
    putsFirst: jobs =>
      eventually('they come first', async () => {
        const first = await client.zrange(`${prefix}:${queueName}:prioritized`, '0', String(jobs.length - 1))
        return String(first.sort()) === String(jobs.map(jobIdOf).sort())
      }),
    lose: async () => client.del((await client.keys(`${prefix}:*`)).filter(key => key !== workers)),
  }
}
