/** Rate limits shared by several gateways. Loaded only if REDIS_URL is set. */

import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { redisReconnection } from '../../async/redis-reconnection.ts'
import type { LimiterFactory } from './limiters.ts'

export interface SharedLimiters {
  readonly limiters: LimiterFactory
  close(): void
}

/**
 * All keys begin with the prefix. `onError` is called when the connection breaks, which does not affect requests. If Redis
 * does not answer within `answerMs`, this gateway counts by itself.
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
    ...redisReconnection,
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
        // Callers over the limit are refused from memory, without asking Redis each time.
        inMemoryBlockOnConsumed: points + 1,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
      }),
    close: () => redis.disconnect(),
  }
}
