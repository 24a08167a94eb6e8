import { afterEach, describe, expect, test } from '@jest/globals'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { errorAnswer } from '../../src/api/rest/shapes.ts'
import type { LimiterFactory } from '../../src/http/limits/limiters.ts'
import { countGraphs, type HttpSide, type HttpSideOptions, startHttp } from '../support/http.ts'

let side: HttpSide
const start = async (options: HttpSideOptions) => {
  side = await startHttp(options)
}
afterEach(() => side.close())

const figure = { data: [] }
const rateLimit = { points: 3, seconds: 60 }
const unknown = '/v1/graph/aaaaaaaaaaaaaaaaaaaaa'

async function expectLimited(answer: Response, name: string): Promise<void> {
  expect(answer.status).toBe(429)
  expect(errorAnswer.parse(await answer.json()).error.code).toBe('rate_limited')
  const retryAfter = Number(answer.headers.get('retry-after'))
  expect(retryAfter).toBeGreaterThan(0)
  expect(retryAfter).toBeLessThanOrEqual(60)
  expect(answer.headers.get('ratelimit')).toBe(`"${name}";r=0;t=${retryAfter}`)
}

describe('creates', () => {
  test('are counted per key, in the headers of the IETF draft, and refused beyond the limit', async () => {
    await start({ config: { rateLimit } })
    for (const left of [2, 1, 0]) {
      const answer = await side.create(left === 1 ? '/v1/plot' : '/v1/graph', figure)
      expect(answer.status).toBe(201)
      expect(answer.headers.get('ratelimit-policy')).toBe('"creates";q=3;w=60')
      expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"creates";r=${left};t=\\d+$`))
    }
    await expectLimited(await side.create('/v1/chart', figure), 'creates')
    expect(await countGraphs(side)).toBe(3)

    const other = await side.newKey(['graphs:write'])
    const answer = await side.create('/v1/graph', figure, { Authorization: `Bearer ${other}` })
    expect(answer.status).toBe(201)
  })

  test('and deletes do not use each other up', async () => {
    await start({ config: { rateLimit } })
    const headers = { Authorization: `Bearer ${side.key}` }
    for (let i = 0; i < 3; i++) expect((await side.call('DELETE', unknown, { headers })).status).toBe(404)
    await expectLimited(await side.call('DELETE', unknown, { headers }), 'deletes')
    expect((await side.create('/v1/graph', figure)).status).toBe(201)
  })
})

describe('reads', () => {
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })

  test('ten times as many, per address', async () => {
    await start({ config: { rateLimit, trustProxy: 1 } })
    for (let i = 0; i < 30; i++) expect((await side.call('GET', unknown, from('192.0.2.1'))).status).toBe(404)
    await expectLimited(await side.call('GET', unknown, from('192.0.2.1')), 'reads')
    await expectLimited(await side.call('GET', unknown, from('203.0.113.9, 192.0.2.1')), 'reads')
    expect((await side.call('GET', unknown, from('192.0.2.2'))).status).toBe(404)
  })

  test('cannot be had under a made-up address where no proxy is believed', async () => {
    await start({ config: { rateLimit } })
    for (let i = 0; i < 30; i++) await side.call('GET', unknown, from(`192.0.2.${i}`))
    await expectLimited(await side.call('GET', unknown, from('198.51.100.1')), 'reads')
  })
})

describe('refused credentials', () => {
  test('are counted per address; a valid key goes on', async () => {
    await start({ config: { rateLimit: { points: 1000, seconds: 60 } } })
    const wrong = () => side.create('/v1/graph', figure, { Authorization: 'Bearer wrong' })
    for (let i = 0; i < 60; i++) expect((await wrong()).status).toBe(401)
    await expectLimited(await wrong(), 'refusals')
    expect((await side.create('/v1/graph', figure)).status).toBe(201)
  })
})

describe('counting that fails', () => {
  test('turns nobody away', async () => {
    const broken: LimiterFactory = () => ({ consume: () => Promise.reject(new Error('away')) })
    await start({ config: { rateLimit }, deps: { limiters: broken } })
    for (let i = 0; i < 5; i++) {
      const answer = await side.create('/v1/graph', figure)
      expect(answer.status).toBe(201)
      expect(answer.headers.get('ratelimit')).toBeNull()
    }
  })
})

test('RATE_LIMIT=off counts nothing', async () => {
  await start({ config: { rateLimit: null } })
  const answer = await side.create('/v1/graph', figure)
  expect(answer.headers.get('ratelimit-policy')).toBeNull()
})

test('gateways that share a place share the limit', async () => {
  const shared = new Map<string, RateLimiterMemory>()
  const limiters: LimiterFactory = (name, { points, seconds }) => {
    const limiter = shared.get(name) ?? new RateLimiterMemory({ points, duration: seconds })
    shared.set(name, limiter)
    return limiter
  }
  await start({ config: { rateLimit }, deps: { limiters } })
  const second = await startHttp({ config: { rateLimit }, deps: { limiters } })
  try {
    for (let i = 0; i < 15; i++) {
      await side.call('GET', unknown)
      await second.call('GET', unknown)
    }
    await expectLimited(await second.call('GET', unknown), 'reads')
  } finally {
    await second.close()
  }
})
