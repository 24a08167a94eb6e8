/** Which workers live: each says so every second, by the clock of Redis. */

import { hostname } from 'node:os'
import type { Redis } from 'ioredis'
import type { QueueKeys } from './keys.ts'
import { nowOfRedis } from './lua.ts'

const beatMs = 1_000
/** A worker that was silent for so long is taken for dead. */
const silentMs = 2_500
/** A worker that could not say so for so long says of itself that it is cut off. */
const unheardMs = 5_000
/** A look that comes so long after the one before tells nothing of the time between: this process was held up itself. */
const lateMs = 2 * beatMs

const beatScript = `${nowOfRedis}
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 3600000)`
/** In a script that has `now`: since when whoever was heard of lives. */
export const aliveSince = `now - ${silentMs}`
const livingScript = `${nowOfRedis}
return redis.call('ZRANGEBYSCORE', KEYS[1], ${aliveSince}, '+inf')`

export interface Heartbeat {
  /** Whether Redis took one a moment ago. */
  readonly heard: boolean
  stop(): void
  /** Says that this worker is no more. */
  withdraw(): Promise<void>
}

/** Says that this worker lives until it is stopped. */
export function startHeartbeat(redis: Redis, keys: QueueKeys, onError: (error: unknown) => void): Heartbeat {
  const name = `${hostname()} ${process.pid} ${crypto.randomUUID().slice(0, 8)}`
  let heardAt = Number.NEGATIVE_INFINITY
  function beat(): void {
    redis.eval(beatScript, 1, keys.workers, name).then(() => {
      heardAt = performance.now()
    }, onError)
  }
  beat()
  const timer = setInterval(beat, beatMs)
  return {
    get heard() {
      return performance.now() - heardAt < unheardMs
    },
    stop: () => clearInterval(timer),
    async withdraw() {
      await redis.zrem(keys.workers, name)
    },
  }
}

/** The names of those that live: machine, process and a mark of its own. */
export const livingWorkers = async (redis: Redis, keys: QueueKeys): Promise<readonly string[]> =>
  (await redis.eval(livingScript, 1, keys.workers)) as string[]

export interface WorkerWatch {
  /** Whether a worker lived when it was looked last; false while Redis does not answer. */
  readonly alive: boolean
  /** The first and the last of the looks that found none, in the time of `performance.now()`; null while one lives. */
  readonly none: { readonly since: number; readonly until: number } | null
  stop(): void
}

/** Looks every second whether any worker lives. */
export async function watchWorkers(redis: Redis, keys: QueueKeys): Promise<WorkerWatch> {
  let none: WorkerWatch['none'] = null
  let looking = false
  async function look(): Promise<void> {
    if (looking) return
    looking = true
    const now = performance.now()
    const count = await livingWorkers(redis, keys).then(
      names => names.length,
      () => 0,
    )
    looking = false
    const since = none && now - none.until < lateMs ? none.since : now
    none = count > 0 ? null : { since, until: now }
  }
  await look()
  const timer = setInterval(() => void look(), beatMs)
  timer.unref()
  return {
    get alive() {
      return none === null
    },
    get none() {
      return none
    },
    stop: () => clearInterval(timer),
  }
}
