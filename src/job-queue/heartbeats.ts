/** Which workers live: each says so every second, by the clock of Redis. */

import { hostname } from 'node:os'
import type { Redis } from 'ioredis'
import type { QueueKeys } from './keys.ts'

const beatMs = 1_000
/** A worker that was silent for so long is taken for dead. */
const silentMs = 2_500

const nowOfRedis = `local t = redis.call('TIME'); local now = t[1] * 1000 + math.floor(t[2] / 1000)`
const beatScript = `${nowOfRedis}
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 3600000)`
const livingScript = `${nowOfRedis}
return redis.call('ZRANGEBYSCORE', KEYS[1], now - ${silentMs}, '+inf')`

/** Says that this worker lives until it is stopped. */
export function startHeartbeat(redis: Redis, keys: QueueKeys, onError: (error: unknown) => void) {
  const name = `${hostname()} ${process.pid} ${crypto.randomUUID().slice(0, 8)}`
  const beat = () => void redis.eval(beatScript, 1, keys.workers, name).catch(onError)
  beat()
  const timer = setInterval(beat, beatMs)
  return {
    async stop() {
      clearInterval(timer)
      await redis.zrem(keys.workers, name).catch(onError)
    },
  }
}

/** The names of those that live: machine, process and a mark of its own. */
export const livingWorkers = async (redis: Redis, keys: QueueKeys): Promise<readonly string[]> =>
  (await redis.eval(livingScript, 1, keys.workers)) as string[]

export interface WorkerWatch {
  /** Whether a worker lived when it was looked last; false while Redis does not answer. */
  readonly alive: boolean
  /** Since when none lives, in the time of `performance.now()`; null while one does. */
  readonly noneSince: number | null
  stop(): void
}

/** Looks every second whether any worker lives. */
export async function watchWorkers(redis: Redis, keys: QueueKeys): Promise<WorkerWatch> {
  let noneSince: number | null = performance.now()
  let looking = false
  async function look(): Promise<void> {
    if (looking) return
    looking = true
    const count = await livingWorkers(redis, keys).then(
      names => names.length,
      () => 0,
    )
    looking = false
    noneSince = count > 0 ? null : (noneSince ?? performance.now())
  }
  await look()
  const timer = setInterval(() => void look(), beatMs)
  timer.unref()
  return {
    get alive() {
      return noneSince === null
    },
    get noneSince() {
      return noneSince
    },
    stop: () => clearInterval(timer),
  }
}
