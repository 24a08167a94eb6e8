/**
 * Who asked for a job, until when, and for which formats. A job is one, those who ask are many: each gateway adds
 * itself and its formats before it adds the job, and the worker reads them when it begins and when it ends.
 */

import type { Redis } from 'ioredis'
import { type ImageFormat, imageFormats } from '../domain/graph/graph.ts'
import type { QueueKeys } from './keys.ts'

export interface Asks {
  /** `until`: milliseconds since 1970 after which this gateway waits no more; 0 where it is to be made in any case. */
  add(jobId: string, gatewayId: string, formats: readonly ImageFormat[], until: number): Promise<void>
  /** This gateway wants it no more. True where nobody else does: the job may leave the queue. */
  withdraw(jobId: string, gatewayId: string): Promise<boolean>
  /** Null where nothing is known of the job. */
  read(jobId: string): Promise<Asked | null>
  /** The job has an outcome: returns the gateways that are to hear of it, and forgets them. */
  settle(jobId: string): Promise<readonly string[]>
}

export interface Asked {
  readonly formats: readonly ImageFormat[]
  /** False when everybody's time has passed. */
  readonly wanted: boolean
}

/** Longer than anything stays in the queue; what is left of a gateway that died goes with it. */
const keptSeconds = 24 * 3600

const withdrawScript = `
redis.call('HDEL', KEYS[1], ARGV[1])
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 2) == 'g:' then return 0 end
end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[2])
return 1`

export function createAsks(redis: Redis, keys: QueueKeys): Asks {
  return {
    async add(jobId, gatewayId, formats, until) {
      const key = keys.asked(jobId)
      const fields = Object.fromEntries(formats.map(format => [`f:${format}`, '1']))
      await redis
        .multi()
        .hset(key, { ...fields, [`g:${gatewayId}`]: String(until) })
        .expire(key, keptSeconds)
        .zadd(keys.since, 'NX', Date.now(), jobId)
        .exec()
    },

    async withdraw(jobId, gatewayId) {
      const left = await redis.eval(withdrawScript, 2, keys.asked(jobId), keys.since, `g:${gatewayId}`, jobId)
      return left === 1
    },

    async read(jobId) {
      const entries = Object.entries(await redis.hgetall(keys.asked(jobId)))
      if (entries.length === 0) return null
      const until = entries.filter(([field]) => field.startsWith('g:')).map(([, value]) => Number(value))
      return {
        formats: imageFormats.filter(format => entries.some(([field]) => field === `f:${format}`)),
        wanted: until.some(each => each === 0 || each > Date.now()),
      }
    },

    async settle(jobId) {
      const key = keys.asked(jobId)
      const [fields] = (await redis.multi().hkeys(key).del(key).zrem(keys.since, jobId).exec()) ?? []
      const names = (fields?.[1] ?? []) as string[]
      return names.filter(name => name.startsWith('g:')).map(name => name.slice(2))
    },
  }
}
