/**
 * Records which gateways have requested a job, for how long, and in which formats. Several gateways can share one job:
 * each adds itself and its formats before it adds the job, and the worker reads them when it begins and ends. All times
 * are those of the Redis server, because the clocks of machines differ.
 */

import type { Redis } from 'ioredis'
import { type ImageFormat, imageFormats } from '../domain/image/formats.ts'
import type { QueueKeys } from './keys.ts'
import { nowOfRedis } from './lua.ts'

export interface JobRequest {
  readonly jobId: string
  readonly gatewayId: string
  readonly formats: readonly ImageFormat[]
  /** How long this gateway waits, in milliseconds from now; null for a background job, which is always made. */
  readonly waitMs: number | null
  /** The flow of the job: flows take turns. */
  readonly flow: string
}

export interface JobRequests {
  add(request: JobRequest): Promise<Turn>
  /** Removes this gateway's request. Returns true if no other gateway wants the job, which may then leave the queue. */
  withdraw(jobId: string, gatewayId: string): Promise<boolean>
  /** Null if there are no requests for the job. */
  read(jobId: string): Promise<RequestedJob | null>
  /** Removes all requests of a finished job and returns the gateways to notify. */
  settle(jobId: string): Promise<readonly string[]>
}

export interface Turn {
  /** How many earlier jobs of the same flow are unfinished, across all gateways. */
  readonly ahead: number
  /** Whether the job was requested before. It may be queued already, and adding it again then changes nothing. */
  readonly known: boolean
}

export interface RequestedJob {
  readonly formats: readonly ImageFormat[]
  /** False if nobody waits any longer. */
  readonly wanted: boolean
}

/** Longer than any job stays in the queue. Afterwards, requests of dead gateways expire. */
const keptSeconds = 24 * 3600
/** Older jobs of a flow are not counted, because they were lost with the queue. */
const turnMs = 15 * 60_000

/**
 * KEYS: the job's requests, all jobs, the flow's jobs. Fields of the requests: `g:` a gateway with its deadline, `f:` a
 * format, `p` the flow.
 */
const addScript = `${nowOfRedis}
local job, gateway, forMs, flow = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local known = redis.call('EXISTS', KEYS[1])
redis.call('HSET', KEYS[1], 'p', flow, 'g:' .. gateway, forMs == 0 and 0 or now + forMs)
for i = 5, #ARGV do redis.call('HSET', KEYS[1], 'f:' .. ARGV[i], 1) end
redis.call('EXPIRE', KEYS[1], ${keptSeconds})
redis.call('ZADD', KEYS[2], 'NX', now, job)
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - ${turnMs})
redis.call('ZADD', KEYS[3], 'NX', now, job)
redis.call('PEXPIRE', KEYS[3], ${turnMs})
return {redis.call('ZRANK', KEYS[3], job), known}`

/** KEYS: the job's requests, all jobs. ARGV: the job, the prefix of the flows' job lists. */
const forget = `
local flow = redis.call('HGET', KEYS[1], 'p')
if flow then redis.call('ZREM', ARGV[2] .. flow, ARGV[1]) end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[1])`

const withdrawScript = `
redis.call('HDEL', KEYS[1], 'g:' .. ARGV[3])
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 2) == 'g:' then return 0 end
end
${forget}
return 1`

const settleScript = `
local fields = redis.call('HKEYS', KEYS[1])
${forget}
return fields`

const readScript = `${nowOfRedis}
return {now, redis.call('HGETALL', KEYS[1])}`

export function createJobRequests(redis: Redis, keys: QueueKeys): JobRequests {
  const gatewaysIn = (fields: readonly string[]) =>
    fields.filter(name => name.startsWith('g:')).map(name => name.slice(2))

  return {
    async add({ jobId, gatewayId, formats, waitMs, flow }) {
      const given = [keys.requested(jobId), keys.since, keys.turns + flow]
      const left = waitMs === null ? 0 : Math.max(1, Math.round(waitMs))
      const answer = await redis.eval(addScript, 3, ...given, jobId, gatewayId, left, flow, ...formats)
      const [ahead, known] = answer as [number, number]
      return { ahead, known: known === 1 }
    },

    async withdraw(jobId, gatewayId) {
      const given = [keys.requested(jobId), keys.since, jobId, keys.turns, gatewayId]
      return (await redis.eval(withdrawScript, 2, ...given)) === 1
    },

    async read(jobId) {
      const answer = await redis.eval(readScript, 1, keys.requested(jobId))
      const [now, flat] = answer as [number, readonly string[]]
      if (flat.length === 0) return null
      const fieldOf = (name: string) => flat[flat.indexOf(name) + 1]
      const names = flat.filter((_, index) => index % 2 === 0)
      const until = gatewaysIn(names).map(gatewayId => Number(fieldOf(`g:${gatewayId}`)))
      return {
        formats: imageFormats.filter(format => names.includes(`f:${format}`)),
        wanted: until.some(each => each === 0 || each > now),
      }
    },

    async settle(jobId) {
      const given = [keys.requested(jobId), keys.since, jobId, keys.turns]
      return gatewaysIn((await redis.eval(settleScript, 2, ...given)) as string[])
    },
  }
}
