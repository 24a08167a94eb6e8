import { describe, expect, test } from '@jest/globals'
import { pino } from 'pino'
import type { Actor } from '../../src/domain/actor.ts'
import { accountIdOf, keyIdOf } from '../../src/domain/ids.ts'
import { type LimiterFactory, memoryLimiters } from '../../src/http/limits/limiters.ts'
import { createLimits } from '../../src/http/limits/limits.ts'
import { createLog } from '../../src/log.ts'
import { contextOf, headersOf } from '../support/context.ts'
import { startHttp } from '../support/http.ts'

const silent = createLog('silent')
const actorOf = (key: string): Actor => ({
  accountId: accountIdOf('a'),
  scopes: new Set(),
  credential: { kind: 'key', id: keyIdOf(key) },
})

/** What a refused caller is told: the seconds to wait. */
const refusal = (retryAfter: unknown = expect.any(Number)) =>
  expect.objectContaining({ code: 'rate_limited', retryAfter })

/** Limits whose counter answers that, whatever it is asked. */
const answering = (msBeforeNext: number, remainingPoints = 1) =>
  createLimits(
    { points: 3, seconds: 60 },
    () => ({ consume: async () => ({ msBeforeNext, remainingPoints }) }),
    silent,
  )

describe('the headers', () => {
  test.each<[number, number]>([
    [60_000, 60],
    [1_001, 2],
    [1_000, 1],
    [1, 1],
    [0, 1],
    [-5, 1],
    // A clock that was set back by an hour.
    [3_600_000, 60],
  ])('%i ms before the next: t=%i', async (ms, seconds) => {
    const ctx = contextOf()
    await answering(ms).read(ctx)
    expect(headersOf(ctx)).toEqual({
      'ratelimit-policy': '"reads";q=30;w=60',
      ratelimit: `"reads";r=1;t=${seconds}`,
    })
  })

  test('never tell fewer than none left', async () => {
    const ctx = contextOf()
    await answering(1_000, -2).create(ctx, actorOf('k'))
    expect(headersOf(ctx).ratelimit).toBe('"creates";r=0;t=1')
  })
})

describe('what is counted', () => {
  const limits = () => createLimits({ points: 2, seconds: 60 }, memoryLimiters, silent)

  test('creates and deletes per key, each by themselves', async () => {
    const { create, remove } = limits()
    const ctx = contextOf()
    for (let i = 0; i < 2; i++) {
      await create(ctx, actorOf('one'))
      await remove(ctx, actorOf('one'))
    }
    await expect(create(ctx, actorOf('one'))).rejects.toEqual(refusal())
    await expect(remove(ctx, actorOf('one'))).rejects.toEqual(refusal())
    await create(ctx, actorOf('two'))
    await remove(ctx, actorOf('two'))
  })

  test('reads per address, ten times as many, and one subscriber of IPv6 is one', async () => {
    const { read } = limits()
    for (let i = 0; i < 20; i++) await read(contextOf({ address: `2001:db8:1:2::${i}` }))
    await expect(read(contextOf({ address: '2001:db8:1:2:ffff::1' }))).rejects.toEqual(refusal())
    await read(contextOf({ address: '2001:db8:1:3::1' }))
  })

  test('refused credentials per address, sixty in a minute whatever RATE_LIMIT is', async () => {
    const { refusal: refused } = limits()
    for (let i = 0; i < 60; i++) await refused(contextOf({ address: '2001:db8::7' }))
    const ctx = contextOf({ address: '2001:db8::8' })
    await expect(refused(ctx)).rejects.toEqual(refusal())
    expect(headersOf(ctx)['ratelimit-policy']).toBe('"refusals";q=60;w=60')
    await refused(contextOf({ address: '192.0.2.1' }))
  })

  test('nothing where there is no limit', async () => {
    const { create, remove, read, refusal: refused } = createLimits(null, memoryLimiters, silent)
    const ctx = contextOf()
    for (let i = 0; i < 100; i++) {
      await Promise.all([create(ctx, actorOf('k')), remove(ctx, actorOf('k')), read(ctx), refused(ctx)])
    }
    expect(headersOf(ctx)).toEqual({})
  })
})

test('who is refused is told how long to wait, as the headers say', async () => {
  const limiters: LimiterFactory = () => ({
    consume: () => Promise.reject({ msBeforeNext: 2_500, remainingPoints: 0 }),
  })
  const ctx = contextOf()
  const { read } = createLimits({ points: 1, seconds: 60 }, limiters, silent)
  await expect(read(ctx)).rejects.toEqual(refusal(3))
  expect(headersOf(ctx).ratelimit).toBe('"reads";r=0;t=3')
})

test.each<[string, unknown]>([
  ['an error', new Error('away')],
  ['an error with a time', Object.assign(new Error('away'), { msBeforeNext: 1 })],
  ['an error with points', Object.assign(new Error('away'), { remainingPoints: 1 })],
  ['nothing', null],
  ['undefined', undefined],
  ['a text', 'away'],
])('counting that fails with %s refuses nobody, and is logged', async (_name, failure) => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: line => lines.push(JSON.parse(line)) })
  const limiters: LimiterFactory = () => ({ consume: () => Promise.reject(failure) })
  const ctx = contextOf()
  await createLimits({ points: 1, seconds: 60 }, limiters, log).create(ctx, actorOf('k'))
  expect(headersOf(ctx)).toEqual({})
  expect(lines).toEqual([expect.objectContaining({ limit: 'creates', msg: 'rate limit not counted' })])
  if (failure instanceof Error) expect(lines[0]?.err).toMatchObject({ message: 'away' })
})

test('images in other sizes: one subscriber of IPv6 is one', async () => {
  const side = await startHttp({ config: { trustProxy: 1 } })
  /** A render takes an estimated 1.3 s, of 20 s that an address has and 10 s that a graph has. */
  const ask = async (id: string, address: string, height: number) =>
    side.call('GET', `/p/${id}.png?width=6300&height=${height}`, {
      headers: { 'X-Forwarded-For': address },
      signal: AbortSignal.timeout(60_000),
    })
  const newGraph = async () => {
    const answer = await side.create('/v1/plot', { data: [] })
    return ((await answer.json()) as { graph: { graph_id: string } }).graph.graph_id
  }
  try {
    const graphs = [await newGraph(), await newGraph(), await newGraph()]
    const answers = graphs.flatMap((id, graph) =>
      Array.from({ length: 6 }, (_, i) => ask(id, `2001:db8:1:2::${graph}${i}`, 6300 - i)),
    )
    // The other renders wait, because this side draws nothing.
    const refused = await Promise.any(answers)
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
  } finally {
    await side.close()
  }
})
