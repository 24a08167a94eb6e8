import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openSharedLimiters, type SharedLimiters } from '../../src/http/limits/redis-limiters.ts'
import { type HttpSide, startHttp } from '../support/http.ts'
import { redisMissing, startRedis, type TestRedis } from '../support/redis.ts'

if (redisMissing) console.warn(`limits over Redis are not tested: ${redisMissing}`)
const describeWithRedis = redisMissing ? describe.skip : describe

describeWithRedis('gateways over one Redis', () => {
  let redis: TestRedis
  const shared: SharedLimiters[] = []
  const sides: HttpSide[] = []
  const rateLimit = { points: 1, seconds: 60 }
  // An address of its own: the Redis may be one that others use too.
  const address = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`
  const read = (side: HttpSide | undefined) =>
    side?.call('GET', '/v1/graph/aaaaaaaaaaaaaaaaaaaaa', { headers: { 'X-Forwarded-For': address } })

  beforeAll(async () => {
    redis = await startRedis()
    for (let i = 0; i < 2; i++) {
      const limits = openSharedLimiters({ url: redis.url, prefix: 'plotgate' }, () => {}, 60_000)
      shared.push(limits)
      sides.push(
        await startHttp({ config: { rateLimit, trustProxy: 1 }, deps: { limiters: limits.limiters } }),
      )
    }
  })
  afterAll(async () => {
    await Promise.all(sides.map(side => side.close()))
    for (const limits of shared) limits.close()
    await redis.stop()
  })

  test('count together', async () => {
    for (let i = 0; i < 5; i++) {
      expect((await read(sides[0]))?.headers.get('ratelimit')).toContain(`r=${9 - 2 * i};`)
      expect((await read(sides[1]))?.headers.get('ratelimit')).toContain(`r=${8 - 2 * i};`)
    }
    for (const side of [...sides, ...sides]) {
      const answer = await read(side)
      expect(answer?.status).toBe(429)
      expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  test('each by itself while Redis is away, and nobody waits', async () => {
    shared[0]?.close()
    const begun = performance.now()
    const answer = await sides[0]?.create('/v1/graph', { data: [] })
    expect(answer?.status).toBe(201)
    expect(answer?.headers.get('ratelimit')).toContain('r=0;')
    for (let asked = 0; asked < 59; asked++)
      expect((await sides[0]?.create('/v1/graph', { data: [] }))?.status).toBe(429)
    // Whoever waits for Redis waits for 3 s, each of the sixty.
    expect(performance.now() - begun).toBeLessThan(150_000)
  })
})
