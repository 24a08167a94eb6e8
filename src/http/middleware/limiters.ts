/** Where requests are counted: in memory, or in Redis when several gateways share the limits. */

import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { RateLimit } from '../../config.ts'

/** One limit. `consume` rejects with a LimiterAnswer when the limit is reached, with an Error when it failed. */
export interface Limiter {
  consume(key: string): Promise<LimiterAnswer>
}

export interface LimiterAnswer {
  readonly remainingPoints: number
  readonly msBeforeNext: number
}

export type LimiterFactory = (name: string, limit: RateLimit) => Limiter

export const memoryLimiters: LimiterFactory = (name, limit) =>
  new RateLimiterMemory({ keyPrefix: name, points: limit.points, duration: limit.seconds })
