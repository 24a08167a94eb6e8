/** The endpoints for orchestrators and Prometheus. `operators.test.ts` tests the checks and metrics behind them. */

import { describe, expect, jest, test } from '@jest/globals'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { healthRoutes } from '../../src/http/health/health.ts'
import { createLog } from '../../src/log.ts'
import { type AskedFor, contextOf, headersOf, passThrough } from '../support/context.ts'

type Health = Parameters<typeof healthRoutes>[0]
type Given = Partial<Pick<Health, 'ready' | 'draws' | 'log'>> & { readonly metricsElsewhere?: boolean }

/** A service of which these checks fail or take long. */
function healthOf({ metricsElsewhere = false, ...given }: Given = {}) {
  const deps = {
    config: { metricsElsewhere },
    ready: async () => {},
    draws: async () => {},
    metrics: new Registry(),
    log: createLog('silent'),
    ...given,
  }
  const routes = healthRoutes(deps as Health)
  return async (url: string, asked: AskedFor = {}) => {
    const ctx = await passThrough(routes, contextOf({ url, ...asked }))
    const { status, body } = ctx
    return { status, headers: headersOf(ctx), body: typeof body === 'string' ? JSON.parse(body) : body }
  }
}
const failing = (reason: string) => () => Promise.reject(new Error(reason))

test('a service that is well says so, to be asked again each time', async () => {
  const ask = healthOf()
  for (const path of ['/healthz', '/readyz', '/readyz/rendering']) {
    const { status, headers, body } = await ask(path)
    expect([status, headers['cache-control'], body]).toEqual([200, 'no-store', { ok: true }])
  }
})

describe('/readyz', () => {
  test('is 503 with the reason and a time to come back while something is not ready', async () => {
    const ask = healthOf({ ready: failing('the canary was not rendered') })
    const { status, headers, body } = await ask('/readyz')
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store'])
    expect(body).toEqual({
      ok: false,
      error: { code: 'unavailable', message: 'not ready: the canary was not rendered' },
    })
    expect((await ask('/healthz')).status).toBe(200)
    expect((await ask('/readyz/rendering')).status).toBe(200)
  })

  test('is no fault of the service while a browser starts: probes leave one line, without a stack', async () => {
    const lines: Record<string, unknown>[] = []
    const log = pino({ base: null }, { write: line => lines.push(JSON.parse(line)) })
    const ask = healthOf({ log, ready: failing('no browser has started yet') })
    for (let probe = 0; probe < 5; probe++) expect((await ask('/readyz')).status).toBe(503)
    expect(lines).toEqual([
      { level: 40, time: expect.anything(), msg: 'not ready: no browser has started yet' },
    ])
  })

  test('checks once for many who ask', async () => {
    let checks = 0
    const ask = healthOf({
      ready: async () => {
        checks++
      },
    })
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/readyz')))
    expect(answers.every(answer => answer.status === 200)).toBe(true)
    expect(checks).toBe(1)
  })

  test('is 503 where a check does not end within five seconds', async () => {
    jest.useFakeTimers()
    try {
      const answered = healthOf({ ready: () => new Promise(() => {}) })('/readyz')
      await jest.advanceTimersByTimeAsync(4_999)
      expect(await Promise.race([answered, 'waiting'])).toBe('waiting')
      await jest.advanceTimersByTimeAsync(1)
      expect(await answered).toMatchObject({
        status: 503,
        body: { error: { message: 'not ready: no answer within 5 s' } },
      })
    } finally {
      jest.useRealTimers()
    }
  })
})

test('whether images can be made is a check of its own: a gateway without workers is ready', async () => {
  const ask = healthOf({ draws: failing('no worker lives') })
  expect((await ask('/readyz')).status).toBe(200)
  expect(await ask('/readyz/rendering')).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5' },
    body: { error: { message: 'no images: no worker lives' } },
  })
})

test('each change of a check is a line with its own words', async () => {
  jest.useFakeTimers()
  try {
    const lines: string[] = []
    const log = pino({}, { write: line => lines.push(JSON.parse(line).msg) })
    let isAway = true
    const check = () => (isAway ? Promise.reject(new Error('gone')) : Promise.resolve())
    const ask = healthOf({ log, ready: check, draws: check })
    for (const away of [true, false]) {
      isAway = away
      await ask('/readyz')
      await ask('/readyz/rendering')
      jest.advanceTimersByTime(1_000)
    }
    expect(lines).toEqual(['not ready: gone', 'no images: gone', 'ready', 'images can be made'])
  } finally {
    jest.useRealTimers()
  }
})

describe('/metrics', () => {
  const here = { address: '127.0.0.1' }

  test('is there for callers of this machine', async () => {
    const ctx = contextOf({ url: '/metrics', ...here })
    await passThrough(
      healthRoutes({ config: {}, metrics: new Registry() } as Parameters<typeof healthRoutes>[0]),
      ctx,
    )
    expect([ctx.status, headersOf(ctx)['content-type']]).toEqual([200, new Registry().contentType])
  })

  test.each<[string, AskedFor]>([
    ['of another machine', { address: '192.0.2.7' }],
    [
      'a proxy on this machine speaks for (Forwarded)',
      { ...here, headers: { forwarded: 'for=203.0.113.7' } },
    ],
    ['a proxy on this machine speaks for (Via)', { ...here, headers: { via: '1.1 x' } }],
  ])('is not there for a caller %s', async (_who, asked) => {
    await expect(healthOf()('/metrics', asked)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('/metrics'),
    })
  })

  test('is not there where it has an address of its own', async () => {
    const ask = healthOf({ metricsElsewhere: true })
    await expect(ask('/metrics', here)).rejects.toMatchObject({ status: 404 })
    expect((await ask('/healthz', here)).status).toBe(200)
  })
})
