/** Recent failures, recorded for operators outside the queue, so that the same job can be added again. */

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

const maxKept = 1_000
/** Errors of callers and temporary errors are not recorded, because operators need not act on them. */
const ordinary: ReadonlySet<string> = new Set([
  'cancelled',
  'graph_not_found',
  'version_not_found',
  'overloaded',
  'payload_too_large',
  'quota_exceeded',
])

/** Whether operators should know of the failure with this text. */
export const isWorthKeeping = (text: string): boolean => !ordinary.has(errorFromText(text).code)

/** Records the last failure of a job. Keeps the newest thousand jobs. */
export async function keepFailure(
  redis: Redis,
  keys: QueueKeys,
  { jobId, job, text }: { readonly jobId: string; readonly job: RenderJob; readonly text: string },
): Promise<void> {
  const now = new Date()
  const { code, message } = errorFromText(text)
  const failure: Failure = { jobId, job, failedAt: now.toISOString(), code, message }
  await redis
    .multi()
    .zadd(keys.failedAt, String(now.getTime()), jobId)
    .hset(keys.failures, jobId, JSON.stringify(failure))
    .incr(keys.failedTotal)
    .exec()
  const surplus = await redis.zrange(keys.failedAt, '0', String(-maxKept - 1))
  if (surplus.length > 0) await dropFailures(redis, keys, surplus)
}

/** Deletes the failure of a job that has succeeded since. */
export async function forgetFailure(redis: Redis, keys: QueueKeys, jobId: string): Promise<void> {
  if ((await redis.hexists(keys.failures, jobId)) === 1) await dropFailures(redis, keys, [jobId])
}

/** The recorded failures, newest first. */
export async function listFailures(redis: Redis, keys: QueueKeys): Promise<readonly Failure[]> {
  const ids = await redis.zrange(keys.failedAt, '0', '-1', 'REV')
  if (ids.length === 0) return []
  const texts = await redis.hmget(keys.failures, ...ids)
  return texts.flatMap(text => (text === null ? [] : [JSON.parse(text) as Failure]))
}

/** Deletes failures. Returns how many existed. */
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
