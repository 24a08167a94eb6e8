/** Limits that several gateways share. Loaded only where REDIS_URL is set. */

import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { LimiterFactory } from './limiters.ts'

export interface SharedLimiters {
  readonly limiters: LimiterFactory
  close(): void
}

/**
 * Counts lie under the prefix. `onError` hears of a connection that broke; requests never do. A count that takes longer
 * than `answerMs` is not worth waiting for: this gateway then counts by itself.
 */
export function openSharedLimiters(
  { url, prefix }: { readonly url: string; readonly prefix: string },
  onError: (error: unknown) => void,
  answerMs = 250,
): SharedLimiters {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMs,
    connectTimeout: 3_000,
    // A server that is gone takes no leave: its client would keep the process for two seconds more.
    disconnectTimeout: 200,
    // A primary that has become a replica keeps its connections: a new one leads to where its name leads now.
    reconnectOnError: error => error.message.includes('READONLY'),
    retryStrategy: attempt => Math.min(attempt * 100, 1_000),
  })
  redis.on('error', onError)
  return {
    limiters: (name, { points, seconds }) =>
      new RateLimiterRedis({
        storeClient: redis,
        rejectIfRedisNotReady: true,
        keyPrefix: `${prefix}:${name}`,
        points,
        duration: seconds,
        // Who is over the limit is told so from memory, without asking Redis again and again.
        inMemoryBlockOnConsumed: points + 1,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
      }),
    close: () => redis.disconnect(),
  }
}
