/** Rate limits (contract, `RATE_LIMIT`), with the headers of draft-ietf-httpapi-ratelimit-headers. */

import type { Rate } from '../../config/kinds.ts'
import type { Actor } from '../../domain/actor.ts'
import { rateLimited } from '../../errors/errors.ts'
import type { Log } from '../../log.ts'
import type { Context } from '../context.ts'
import { networkOf } from '../network.ts'
import type { Limiter, LimiterAnswer, LimiterFactory } from './limiters.ts'

/** Each method counts a request, sets the rate limit headers, and rejects with `rate_limited` beyond the limit. */
export interface Limits {
  /** Counts a create per credential. */
  create(ctx: Context, actor: Actor): Promise<void>
  /** Counts a delete per credential, separately from creates. */
  remove(ctx: Context, actor: Actor): Promise<void>
  /** Counts a read per client address. */
  read(ctx: Context): Promise<void>
  /** Counts a refused credential per client address. Never affects valid credentials. */
  refusal(ctx: Context): Promise<void>
}

/** The limit of reads per address, as a multiple of that of creates per key. */
const readsPerCreate = 10
const refusalLimit: Rate = { points: 60, seconds: 60 }

export function createLimits(limit: Rate | null, limiters: LimiterFactory, log: Log): Limits {
  if (limit === null) {
    const unlimited = async () => {}
    return { create: unlimited, remove: unlimited, read: unlimited, refusal: unlimited }
  }
  const count = (name: string, rate: Rate) => counter(name, rate, limiters(name, rate), log)
  const creates = count('creates', limit)
  const deletes = count('deletes', limit)
  const reads = count('reads', { ...limit, points: limit.points * readsPerCreate })
  const refusals = count('refusals', refusalLimit)
  return {
    create: (ctx, actor) => creates(ctx, actor.credential.id),
    remove: (ctx, actor) => deletes(ctx, actor.credential.id),
    read: ctx => reads(ctx, networkOf(ctx.ip)),
    refusal: ctx => refusals(ctx, networkOf(ctx.ip)),
  }
}

function counter(name: string, rate: Rate, limiter: Limiter, log: Log) {
  const policy = `"${name}";q=${rate.points};w=${rate.seconds}`

  const setHeaders = (ctx: Context, answer: LimiterAnswer) => {
    // After a clock was set back, the window may seem to end too late, so its length is the maximum.
    const seconds = Math.min(rate.seconds, Math.max(1, Math.ceil(answer.msBeforeNext / 1000)))
    ctx.res.setHeader('RateLimit-Policy', policy)
    ctx.res.setHeader('RateLimit', `"${name}";r=${Math.max(0, answer.remainingPoints)};t=${seconds}`)
    return seconds
  }

  return async (ctx: Context, key: string): Promise<void> => {
    let answer: LimiterAnswer
    try {
      answer = await limiter.consume(key)
    } catch (refusal) {
      if (!isLimiterAnswer(refusal)) {
        // A failure of counting must not refuse requests.
        log.error({ err: refusal, limit: name }, 'rate limit not counted')
        return
      }
      throw rateLimited(setHeaders(ctx, refusal))
    }
    setHeaders(ctx, answer)
  }
}

/** Whether a rejection is an answer (the limit is reached) rather than an Error. */
const isLimiterAnswer = (value: unknown): value is LimiterAnswer =>
  typeof value === 'object' && value !== null && 'msBeforeNext' in value && 'remainingPoints' in value
