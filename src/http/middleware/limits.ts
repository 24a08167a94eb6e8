/** Rate limits (contract, `RATE_LIMIT`), told in the headers of draft-ietf-httpapi-ratelimit-headers. */

import { isIPv6 } from 'node:net'
import type { RateLimit } from '../../config.ts'
import type { Actor } from '../../domain/actor.ts'
import { rateLimited } from '../../errors/errors.ts'
import type { Log } from '../../log.ts'
import type { Context } from '../context.ts'
import type { Limiter, LimiterAnswer, LimiterFactory } from './limiters.ts'

/** Each counts the request, sets the rate-limit headers and rejects with `rate_limited` beyond the limit. */
export interface Limits {
  /** A create, counted per credential. */
  create(ctx: Context, actor: Actor): Promise<void>
  /** A delete, counted per credential, apart from creates. */
  remove(ctx: Context, actor: Actor): Promise<void>
  /** A read, counted per client address. */
  read(ctx: Context): Promise<void>
  /** A credential that was refused, counted per client address. Valid credentials are never held up by it. */
  refusal(ctx: Context): Promise<void>
}

/** Reads per address, for each create per key. */
const readsPerCreate = 10
const refusalLimit: RateLimit = { points: 60, seconds: 60 }

export function createLimits(limit: RateLimit | null, limiters: LimiterFactory, log: Log): Limits {
  if (limit === null) {
    const unlimited = async () => {}
    return { create: unlimited, remove: unlimited, read: unlimited, refusal: unlimited }
  }
  const count = (name: string, rate: RateLimit) => counter(name, rate, limiters(name, rate), log)
  const creates = count('creates', limit)
  const deletes = count('deletes', limit)
  const reads = count('reads', { ...limit, points: limit.points * readsPerCreate })
  const refusals = count('refusals', refusalLimit)
  return {
    create: (ctx, actor) => creates(ctx, actor.credential.id),
    remove: (ctx, actor) => deletes(ctx, actor.credential.id),
    read: ctx => reads(ctx, neighbourhood(ctx.ip)),
    refusal: ctx => refusals(ctx, neighbourhood(ctx.ip)),
  }
}

function counter(name: string, rate: RateLimit, limiter: Limiter, log: Log) {
  const policy = `"${name}";q=${rate.points};w=${rate.seconds}`

  const tell = (ctx: Context, answer: LimiterAnswer) => {
    // A clock that was set back makes the end of the window look far; it is never farther than a window.
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
        // Counting is no reason to turn anybody away.
        log.error({ err: refusal, limit: name }, 'rate limit not counted')
        return
      }
      throw rateLimited(tell(ctx, refusal))
    }
    tell(ctx, answer)
  }
}

/** The limiter rejects with a plain answer, not an Error, when the limit is reached. */
const isLimiterAnswer = (value: unknown): value is LimiterAnswer =>
  typeof value === 'object' && value !== null && 'msBeforeNext' in value && 'remainingPoints' in value

/** One subscriber commonly holds a whole IPv6 /64, so all of it counts as one address. */
export function neighbourhood(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':')
    while (groups.length + last.length < 8) groups.push('0')
    groups.push(...last)
  }
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
