/** The interface of request counters, in memory or in Redis if several gateways share the limits. */

import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Rate } from '../../config/kinds.ts'

/** One limit. `consume` rejects with a LimiterAnswer if the limit is reached, and with an Error if counting failed. */
export interface Limiter {
  consume(key: string): Promise<LimiterAnswer>
}

export interface LimiterAnswer {
  readonly remainingPoints: number
  readonly msBeforeNext: number
}

export type LimiterFactory = (name: string, limit: Rate) => Limiter

export const memoryLimiters: LimiterFactory = (name, limit) =>
  new RateLimiterMemory({ keyPrefix: name, points: limit.points, duration: limit.seconds })
