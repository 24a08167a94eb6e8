/** Connections to the shared queue. Gateways fail fast while Redis is away; workers wait for it. */

import { Redis } from 'ioredis'
import { unavailable } from '../errors/errors.ts'

const giveUpMs = 3_000
const retryStrategy = (attempt: number) => Math.min(attempt * 100, 1_000)

/** For a process that must answer: commands reject while the connection is down instead of piling up. */
export const openForCommands = (url: string, onError: (error: unknown) => void): Redis =>
  watched(
    new Redis(url, {
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      connectTimeout: giveUpMs,
      commandTimeout: giveUpMs,
      retryStrategy,
    }),
    onError,
  )

/** For a process that listens: it blocks on commands, and reconnects for as long as it takes. */
export const openForListening = (url: string, onError: (error: unknown) => void): Redis =>
  watched(new Redis(url, { maxRetriesPerRequest: null, retryStrategy }), onError)

function watched(redis: Redis, onError: (error: unknown) => void): Redis {
  redis.on('error', onError)
  return redis
}

/** Resolves once commands can be sent; rejects when that takes too long. */
export async function whenReady(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(unavailable(`REDIS_URL did not answer within ${giveUpMs} ms`)),
      giveUpMs,
    )
    redis.once('ready', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
