/** Connections to the shared queue. Gateways fail fast while Redis is away; workers wait for it. */

import { Redis } from 'ioredis'
import { redisReconnection } from '../async/redis-reconnection.ts'
import { unavailable } from '../errors/errors.ts'

/** The address of Redis (`redis://` or `rediss://`, with user and password) and the prefix of all keys. */
export interface RedisAddress {
  readonly url: string
  readonly prefix: string
}

const giveUpMs = 3_000

/** For gateways: commands reject while the connection is down instead of queueing up. */
export const openForCommands = (url: string, onError: (error: unknown) => void): Redis =>
  watched(
    new Redis(url, {
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      connectTimeout: giveUpMs,
      commandTimeout: giveUpMs,
      ...redisReconnection,
    }),
    onError,
  )

/** For workers and subscribers: commands may block, and the connection is retried for ever. */
export const openForListening = (url: string, onError: (error: unknown) => void): Redis =>
  watched(new Redis(url, { maxRetriesPerRequest: null, ...redisReconnection }), onError)

/** Throws `unavailable` while disconnected, because BullMQ would wait for a connection for ever. */
export function requireConnection(redis: Redis): void {
  if (redis.status !== 'ready') throw unavailable('the render queue does not answer')
}

function watched(redis: Redis, onError: (error: unknown) => void): Redis {
  redis.on('error', onError)
  return redis
}

/**
 * Checks whether the server can be used for the queue. Rejects with a message for the operator if it refuses the password,
 * is a cluster, or may evict keys. Resolves to false if it does not answer yet.
 */
export async function checkServer(redis: Redis): Promise<boolean> {
  if (!(await becomesReady(redis))) return false
  const info = await redis.info().catch(() => '')
  const value = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1]
  if (value('redis_mode') === 'cluster') {
    throw unavailable(
      'REDIS_URL names a Redis Cluster, over which the queue cannot be spread; give it one Redis with a replica',
    )
  }
  const policy = value('maxmemory_policy')
  if (policy !== undefined && policy !== 'noeviction') {
    throw unavailable(
      `the Redis of REDIS_URL has maxmemory-policy ${policy}, which may drop jobs; set it to noeviction`,
    )
  }
  return true
}

function becomesReady(redis: Redis): Promise<boolean> {
  if (redis.status === 'ready') return Promise.resolve(true)
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      clearTimeout(timer)
      redis.off('ready', ready).off('error', failed)
      act()
    }
    const ready = () => end(() => resolve(true))
    const failed = (error: Error) => {
      if (!/WRONGPASS|NOAUTH|NOPERM/.test(error.message)) return
      end(() => reject(unavailable('the Redis of REDIS_URL refuses the user or password given there', error)))
    }
    const timer = setTimeout(() => end(() => resolve(false)), giveUpMs)
    redis.on('ready', ready).on('error', failed)
  })
}
