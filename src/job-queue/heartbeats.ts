/** Heartbeats: each worker reports every second that it is alive, by the clock of the Redis server. */

import { hostname } from 'node:os'
import type { Redis } from 'ioredis'
import type { QueueKeys } from './keys.ts'
import { nowOfRedis } from './lua.ts'

const beatMs = 1_000
/** A worker without a heartbeat for this long counts as dead. */
const silentMs = 2_500
/** A worker whose heartbeats have failed for this long reports itself as disconnected. */
const unheardMs = 5_000
/** If a check is this late, this process was blocked itself, and the check says nothing about the time in between. */
const lateMs = 2 * beatMs

const beatScript = `${nowOfRedis}
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 3600000)`
/** For scripts with `now`: workers with a heartbeat after this time are alive. */
export const aliveSince = `now - ${silentMs}`
const livingScript = `${nowOfRedis}
return redis.call('ZRANGEBYSCORE', KEYS[1], ${aliveSince}, '+inf')`

export interface Heartbeat {
  /** Whether Redis has accepted a heartbeat recently. */
  readonly heard: boolean
  stop(): void
  /** Removes this worker from the list. */
  withdraw(): Promise<void>
}

/** Sends heartbeats until it is stopped. */
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

/** The names of live workers: host, process id and a random suffix. */
export const liveWorkers = async (redis: Redis, keys: QueueKeys): Promise<readonly string[]> =>
  (await redis.eval(livingScript, 1, keys.workers)) as string[]

export interface WithoutWorkers {
  /** The first and the last of these checks, in the time of `performance.now()`. */
  readonly since: number
  readonly until: number
  /** Whether Redis answered them; if not, workers may be alive. */
  readonly answered: boolean
}

export interface WorkerWatch {
  /** Whether a worker was alive at the last check; false while Redis does not answer. */
  readonly alive: boolean
  /** The checks that found no live worker; null while there is one. */
  readonly none: WithoutWorkers | null
  stop(): void
}

/** Checks every second whether any worker is alive. */
export async function watchWorkers(redis: Redis, keys: QueueKeys): Promise<WorkerWatch> {
  let none: WorkerWatch['none'] = null
  let looking = false
  async function look(): Promise<void> {
    if (looking) return
    looking = true
    const now = performance.now()
    const names = await liveWorkers(redis, keys).catch(() => null)
    looking = false
    const answered = names !== null
    const since = none && none.answered === answered && now - none.until < lateMs ? none.since : now
    none = names && names.length > 0 ? null : { since, until: now, answered }
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
