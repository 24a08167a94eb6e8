/** The state of the shared queue, for `/metrics`, `plotgate queue list` and autoscaling. */

import type { Redis } from 'ioredis'
import type { QueueStats } from '../domain/image/ports.ts'
import { aliveSince } from './heartbeats.ts'
import { queueName } from './jobs.ts'
import type { QueueKeys } from './keys.ts'
import { nowOfRedis } from './lua.ts'

/** Requests that are older and not in the queue were lost with it, and are removed so that they do not age for ever. */
const lostMs = 60_000
const maxLostAtOnce = 1_000

/** KEYS: all jobs, waiting, prioritized, active, recent failures, failure count, workers. ARGV: the prefix of job keys. */
const statsScript = `${nowOfRedis}
local age = 0
for _ = 1, ${maxLostAtOnce} do
  local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  if #first == 0 then break end
  age = now - first[2]
  if age < ${lostMs} or redis.call('EXISTS', ARGV[1] .. first[1]) == 1 then break end
  redis.call('ZREM', KEYS[1], first[1])
  age = 0
end
return {
  redis.call('LLEN', KEYS[2]) + redis.call('ZCARD', KEYS[3]), redis.call('LLEN', KEYS[4]), age,
  redis.call('ZCARD', KEYS[5]), tonumber(redis.call('GET', KEYS[6]) or 0),
  redis.call('ZCOUNT', KEYS[7], ${aliveSince}, '+inf')
}`

export async function readStats(redis: Redis, keys: QueueKeys): Promise<QueueStats> {
  const inQueue = (name: string) => `${keys.bull}:${queueName}:${name}`
  const lists = ['wait', 'prioritized', 'active'].map(inQueue)
  const given = [keys.since, ...lists, keys.failedAt, keys.failedTotal, keys.workers]
  const answer = await redis.eval(statsScript, given.length, ...given, inQueue(''))
  const [waiting = 0, active = 0, ageMs = 0, failures = 0, failedTotal = 0, workers = 0] = answer as number[]
  return { waiting, active, oldestSeconds: ageMs / 1000, failures, failedTotal, workers }
}
