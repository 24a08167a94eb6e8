/** What failed lately, kept for operators: apart from the queue, so that the same image can be asked for again. */

import type { Redis } from 'ioredis'
import type { RenderJob } from '../domain/image/ports.ts'
import { errorFromText } from './jobs.ts'
import type { QueueKeys } from './keys.ts'

export interface Failure {
  readonly jobId: string
  readonly job: RenderJob
  /** ISO 8601. */
  readonly failedAt: string
  readonly code: string
  readonly message: string
}

const mostKept = 1_000

/** Of one job the last failure. */
export async function keepFailure(
  redis: Redis,
  keys: QueueKeys,
  jobId: string,
  job: RenderJob,
  text: string,
): Promise<void> {
  const now = new Date()
  const { code, message } = errorFromText(text)
  const failure: Failure = { jobId, job, failedAt: now.toISOString(), code, message }
  await redis
    .multi()
    .zadd(keys.failedAt, String(now.getTime()), jobId)
    .hset(keys.failures, jobId, JSON.stringify(failure))
    .exec()
  const surplus = await redis.zrange(keys.failedAt, '0', String(-mostKept - 1))
  if (surplus.length > 0) await dropFailures(redis, keys, surplus)
}

/** The newest first. */
export async function listFailures(redis: Redis, keys: QueueKeys): Promise<readonly Failure[]> {
  const ids = await redis.zrange(keys.failedAt, '0', '-1', 'REV')
  if (ids.length === 0) return []
  const texts = await redis.hmget(keys.failures, ...ids)
  return texts.flatMap(text => (text === null ? [] : [JSON.parse(text) as Failure]))
}

/** Returns how many there were of these. */
export async function dropFailures(redis: Redis, keys: QueueKeys, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const [, dropped] =
    (await redis
      .multi()
      .zrem(keys.failedAt, ...ids)
      .hdel(keys.failures, ...ids)
      .exec()) ?? []
  return Number(dropped?.[1] ?? 0)
}
