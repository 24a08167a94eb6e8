import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { AppError, graphNotFound, overloaded } from '../../src/errors/errors.ts'
import type { Context } from '../../src/http/context.ts'
import { ClientGone } from '../../src/http/disconnect.ts'
import { boundBytes } from '../../src/http/limits/bound-bytes.ts'
import { accessLog } from '../../src/http/middleware/access-log.ts'
import { compressAnswers } from '../../src/http/middleware/compression.ts'
import { answerErrors, notFoundRoute } from '../../src/http/middleware/errors.ts'
import { securityHeaders } from '../../src/http/middleware/security.ts'
import { createLog } from '../../src/log.ts'
import { type AskedFor, contextOf, headersOf, passThrough } from '../support/context.ts'

/** A log, and what was written to it. */
function kept() {
  const lines: Record<string, unknown>[] = []
  return { lines, log: pino({ base: null }, { write: line => lines.push(JSON.parse(line)) }) }
}

describe('an error', () => {
  async function failed(thrown: unknown, before: (ctx: Context) => void = () => {}) {
    const { lines, log } = kept()
    const ctx = contextOf()
    Object.assign(ctx.state, { requestId: 'r1', route: '/v1/graph' })
    await passThrough(answerErrors(log), ctx, () => {
      before(ctx)
      throw thrown
    })
    return { ctx, lines }
  }

  test('of the caller is told whole, is not cached and not logged', async () => {
    const { ctx, lines } = await failed(graphNotFound('g'))
    expect([ctx.status, headersOf(ctx)['cache-control'], lines]).toEqual([404, 'no-store', []])
    expect(headersOf(ctx)['content-type']).toBe('application/json; charset=utf-8')
    const { message } = graphNotFound('g')
    expect(JSON.parse(String(ctx.body))).toEqual({ ok: false, error: { code: 'graph_not_found', message } })
  })

  test('has its details, its headers and the time to come back', async () => {
    const details = [{ path: 'data[0]', message: 'is wrong' }]
    const headers = { Allow: 'GET' }
    const { ctx } = await failed(new AppError('overloaded', 'busy', { details, headers, retryAfter: 7 }))
    expect(headersOf(ctx)).toMatchObject({ allow: 'GET', 'retry-after': '7' })
    expect(JSON.parse(String(ctx.body)).error).toEqual({ code: 'overloaded', message: 'busy', details })
    expect(headersOf((await failed(graphNotFound('g'))).ctx)['retry-after']).toBeUndefined()
  })

  test('of the service is logged with its request', async () => {
    const { lines } = await failed(overloaded('busy'))
    const at = { requestId: 'r1', route: '/v1/graph' }
    expect(lines).toEqual([expect.objectContaining({ ...at, level: 40, msg: 'overloaded' })])
    expect(lines[0]?.err).toMatchObject({ message: 'busy' })
  })

  test('that is a fault of ours is logged whole and told blandly', async () => {
    const { ctx, lines } = await failed(new Error('the disk smokes'))
    expect([ctx.status, String(ctx.body)]).toEqual([500, expect.not.stringContaining('smokes')])
    const at = { requestId: 'r1', route: '/v1/graph' }
    expect(lines).toEqual([expect.objectContaining({ ...at, level: 50, msg: 'request failed' })])
    expect(lines[0]?.err).toMatchObject({ message: 'the disk smokes' })
  })

  test('of a caller who has left is neither answered nor logged', async () => {
    const { ctx, lines } = await failed(new ClientGone())
    expect([ctx.respond, ctx.res.destroyed, lines, headersOf(ctx)]).toEqual([false, true, [], {}])
  })

  test('after the answer has begun ends the connection, for the answer is not whole', async () => {
    const { ctx, lines } = await failed(new Error('the disk smokes'), at => at.res.flushHeaders())
    expect([ctx.respond, ctx.res.destroyed, ctx.res.statusCode, lines.length]).toEqual([false, true, 200, 1])
  })

  test('of a path that leads nowhere names the path without its query', async () => {
    const ctx = contextOf({ url: '/made/up?secret=1' })
    await expect(passThrough(notFoundRoute, ctx)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/\/made\/up(?!\?)/),
    })
  })
})

describe('a request', () => {
  async function logged(asked: AskedFor, answer: (ctx: Context) => void, lines = true) {
    const { log, lines: written } = kept()
    const metrics = new Registry()
    const ctx = contextOf(asked)
    await passThrough(accessLog(log, metrics, lines), ctx, () => answer(ctx))
    ctx.res.emit('close')
    return { ctx, written, metrics: await metrics.metrics() }
  }
  const answered = (ctx: Context) => {
    ctx.state.route = '/v1/graph/:graph_id'
    ctx.status = 201
    ctx.length = 42
    ctx.res.flushHeaders()
  }

  test('is one line and one measurement', async () => {
    const begun = performance.now()
    const { written, metrics, ctx } = await logged(
      { method: 'POST', url: '/v1/graph/secret?key=x' },
      answered,
    )
    const at = { method: 'POST', route: '/v1/graph/:graph_id', status: 201, bytes: 42, msg: 'request' }
    expect(written).toEqual([expect.objectContaining({ ...at, requestId: ctx.state.requestId })])
    const { ms } = written[0] ?? {}
    expect(ms).toBeGreaterThanOrEqual(0)
    expect(ms).toBeLessThanOrEqual(performance.now() - begun)
    expect(Math.round(Number(ms) * 100) / 100).toBe(ms)
    const labels = 'route="/v1/graph/:graph_id",method="POST",status="201"'
    expect(metrics).toContain(`plotgate_http_request_duration_seconds_count{${labels}} 1`)
    const sum = /_sum\{.*?\} (\S+)/.exec(metrics)?.[1]
    // In seconds, and the line in milliseconds.
    expect(Number(sum) * 1000).toBeCloseTo(Number(ms), 1)
  })

  test('whose caller left before an answer has the status 499, and no bytes', async () => {
    const { written } = await logged({}, () => {})
    expect(written).toEqual([expect.objectContaining({ status: 499, bytes: 0, route: 'unmatched' })])
  })

  test('with a made-up method is measured as another', async () => {
    const { metrics } = await logged({ method: 'PROPFIND' }, answered)
    expect(metrics).toContain('method="other"')
  })

  test('is measured and no line where lines are not wanted', async () => {
    const { written, metrics } = await logged({}, answered, false)
    expect(written).toEqual([])
    expect(metrics).toContain('plotgate_http_request_duration_seconds_count{')
  })

  test.each(['r-1', 'A.b:c_9', 'x'.repeat(128)])('keeps the id %s', async id => {
    const { ctx } = await logged({ headers: { 'x-request-id': id } }, answered)
    expect([ctx.state.requestId, headersOf(ctx)['x-request-id']]).toEqual([id, id])
  })

  test.each(['', 'a b', 'x'.repeat(129), '"', 'a\n', 'é'])(
    'gets an id of its own instead of %j',
    async id => {
      const { ctx } = await logged({ headers: { 'x-request-id': id } }, answered)
      expect(ctx.state.requestId).toMatch(/^[\da-f-]{36}$/)
      expect(headersOf(ctx)['x-request-id']).toBe(ctx.state.requestId)
    },
  )
})

describe('a compressed answer', () => {
  const long = JSON.stringify({ data: Array.from({ length: 900 }, (_, i) => i % 9) })
  type Made = (ctx: Context) => unknown
  async function compressed(accepted: string, make: Made, headers: Record<string, string> = {}) {
    const ctx = contextOf({ headers: { 'accept-encoding': accepted, ...headers } })
    await passThrough(compressAnswers, ctx, make)
    return { ctx, headers: headersOf(ctx), body: ctx.body }
  }
  const json =
    (body: unknown, type = 'application/json; charset=utf-8'): Made =>
    ctx => {
      ctx.set('Content-Type', type)
      ctx.set('ETag', '"t"')
      ctx.body = body
    }

  test.each<[string, unknown]>([
    ['a text', long],
    ['bytes', Buffer.from(long)],
  ])('is made of %s', async (_name, body) => {
    const { headers, body: sent } = await compressed('br', json(body))
    expect(headers).toMatchObject({ 'content-encoding': 'br', etag: '"t-br"', vary: 'Accept-Encoding' })
    expect(String(brotliDecompressSync(sent as Buffer))).toBe(long)
    expect(headers['content-length']).toBe(String((sent as Buffer).length))
  })

  test('is made of a stream that has a length, and not of one that never ends', async () => {
    const stream = (length?: number): Made => {
      return ctx => {
        ctx.set('Content-Type', 'application/json')
        ctx.body = Readable.from([Buffer.from(long)])
        if (length !== undefined) ctx.length = length
      }
    }
    const { headers, body } = await compressed('gzip', stream(long.length))
    expect([headers['content-encoding'], String(gunzipSync(body as Buffer))]).toEqual(['gzip', long])
    const endless = await compressed('gzip', stream())
    expect([endless.headers['content-encoding'], endless.body]).toEqual([undefined, expect.any(Readable)])
  })

  test('may be one that was compressed before', async () => {
    const { body } = await compressed('zstd', ctx => {
      json(long)(ctx)
      ctx.state.inCoding = async coding => Buffer.from(`as ${coding}`)
    })
    expect(String(body)).toBe('as zstd')
  })

  test.each(['application/graphql-response+json', 'image/svg+xml', 'text/html; charset=utf-8'])(
    'may have the type %s',
    async type => {
      expect((await compressed('br', json(long, type))).headers['content-encoding']).toBe('br')
    },
  )

  test.each<[string, Made]>([
    ['a picture', json(Buffer.from(long), 'image/png')],
    ['another kind of JSON', json(long, 'x-application/json')],
    ['a type that only begins so', json(long, 'text/htmlx')],
  ])('is not made of %s', async (_name, make) => {
    const { headers } = await compressed('br', make)
    expect([headers['content-encoding'], headers.vary, headers.etag]).toEqual([undefined, undefined, '"t"'])
  })

  test('is not made where the caller does not take it, but caches are told that it may be', async () => {
    const { headers, body } = await compressed('', json(long))
    expect([headers.vary, headers.etag, body]).toEqual(['Accept-Encoding', '"t"', long])
  })

  test('is not made of fewer than 1024 bytes, of nothing, or twice', async () => {
    const codingOf = async (make: Made) => (await compressed('br', make)).headers['content-encoding']
    expect(await codingOf(json('x'.repeat(1_023)))).toBeUndefined()
    expect(await codingOf(json('x'.repeat(1_024)))).toBe('br')
    expect(await codingOf(json(null))).toBeUndefined()
    const coded: Made = ctx => {
      json(Buffer.from(long))(ctx)
      ctx.set('Content-Encoding', 'gzip')
    }
    expect(await codingOf(coded)).toBe('gzip')
  })

  test('needs no tag, and leaves what is none', async () => {
    for (const tag of [undefined, 'untagged']) {
      const { headers } = await compressed('br', ctx => {
        json(long)(ctx)
        if (tag === undefined) ctx.remove('ETag')
        else ctx.set('ETag', tag)
      })
      expect([headers['content-encoding'], headers.etag]).toEqual(['br', tag])
    }
  })

  test('is known by its tag: routes see their own, and the caller the one it sent', async () => {
    const seen: unknown[] = []
    const unchanged: Made = ctx => {
      seen.push(ctx.req.headers['if-none-match'], ctx.req.headers['if-match'])
      ctx.set('ETag', '"t"')
      ctx.status = 304
    }
    const conditions = { 'if-none-match': '"s-gzip", "t-br"', 'if-match': '"t-zstd"' }
    const { headers } = await compressed('br', unchanged, conditions)
    expect(seen).toEqual(['"s", "t"', '"t"'])
    expect([headers.etag, headers.vary]).toEqual(['"t-br"', 'Accept-Encoding'])
    // Who has it uncompressed, because it was too small, still does.
    const plain = await compressed('br', unchanged, { 'if-none-match': '"t"' })
    expect(plain.headers.etag).toBe('"t"')
    expect((await compressed('', unchanged, { 'if-none-match': '"t-br"' })).headers.etag).toBe('"t"')
    seen.length = 0
    await compressed('br', unchanged)
    expect(seen).toEqual([undefined, undefined])
  })
})

describe('bytes in flight', () => {
  afterEach(() => {
    jest.useRealTimers()
  })
  const small = { perAddress: 100_000, total: 150_000 }
  const bounds = { bodies: small, answers: small, pace: { graceMs: 1_000_000, bytesPerSecond: 1 } }
  const busy = expect.objectContaining({ code: 'overloaded' })
  /** A request that waits in a route. */
  async function held(bound: ReturnType<typeof boundBytes>, asked: AskedFor = {}, length = 0) {
    const ctx = contextOf(asked)
    await passThrough(bound, ctx, () => {
      if (length > 0) ctx.length = length
    })
    return ctx
  }

  test('of bodies are held until the request is over', async () => {
    const bound = boundBytes(bounds)
    const first = await held(bound)
    first.state.holdBody?.(60_000)
    first.state.holdBody?.(40_000)
    const second = await held(bound)
    expect(() => second.state.holdBody?.(1)).toThrow(busy)
    const elsewhere = await held(bound, { address: '198.51.100.1' })
    expect(() => elsewhere.state.holdBody?.(50_001)).toThrow(busy)
    first.res.emit('close')
    second.state.holdBody?.(100_000)
  })

  test('of answers are held until they were read, once each', async () => {
    const bound = boundBytes(bounds)
    const first = await held(bound, {}, 100_000)
    first.state.holdAnswer?.(100_000)
    await expect(held(bound, {}, 40_000)).rejects.toEqual(busy)
    first.state.holdAnswer?.(60_000)
    await held(bound, {}, 40_000)
    first.res.emit('close')
    await held(bound, {}, 60_000)
    await expect(held(bound, {}, 40_000)).rejects.toEqual(busy)
  })

  test('of answers that fit a socket, or are not sent, do not count', async () => {
    const bound = boundBytes(bounds)
    for (let i = 0; i < 10; i++) await held(bound, {}, 32 * 1024)
    for (let i = 0; i < 10; i++) await held(bound, { method: 'HEAD' }, 90_000)
    await held(bound, {}, 100_000)
    await expect(held(bound, {}, 32 * 1024 + 1)).rejects.toEqual(busy)
  })

  test('of a caller who has left are not held', async () => {
    const bound = boundBytes(bounds)
    const ctx = await held(bound)
    ctx.req.socket.destroy()
    for (let i = 0; i < 3; i++) {
      ctx.state.holdBody?.(90_000)
      ctx.state.holdAnswer?.(90_000)
    }
    await held(bound, {}, 100_000)
  })

  test('of an answer whose length becomes known count once', async () => {
    const bound = boundBytes(bounds)
    const ctx = contextOf()
    await passThrough(bound, ctx, () => {
      ctx.state.holdAnswer?.(60_000)
      ctx.length = 100_000
    })
    const elsewhere = { address: '198.51.100.1' }
    await expect(held(bound, elsewhere, 50_001)).rejects.toEqual(busy)
    await held(bound, elsewhere, 50_000)
  })

  test('of an answer that a route sends by itself are not held for its length', async () => {
    const bound = boundBytes(bounds)
    await passThrough(bound, contextOf(), ctx => {
      ctx.respond = false
      ctx.length = 100_000
    })
    await held(bound, {}, 100_000)
  })

  test('of an answer that is read too slowly come back at its time, as its connection is closed', async () => {
    jest.useFakeTimers()
    const pace = { graceMs: 1_000, bytesPerSecond: 1_000 }
    const bound = boundBytes({ ...bounds, pace })
    const slow = await held(bound, {}, 40_000)
    jest.advanceTimersByTime(40_999)
    expect(slow.res.destroyed).toBe(false)
    jest.advanceTimersByTime(1)
    expect(slow.res.destroyed).toBe(true)
    const quick = await held(bound, {}, 40_000)
    quick.res.emit('close')
    await held(bound, {}, 100)
    expect(jest.getTimerCount()).toBe(0)
  })
})

describe('security headers', () => {
  const headers = async (baseUrl: string) =>
    headersOf(await passThrough(securityHeaders(baseUrl), contextOf()))

  test('forbid everything until a page allows it', async () => {
    expect(await headers('http://x.org')).toMatchObject({
      'content-security-policy':
        "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test('keep callers on https where the service has it, for a year, without speaking for other hosts', async () => {
    expect((await headers('https://x.org'))['strict-transport-security']).toBe('max-age=31536000')
    expect((await headers('http://x.org'))['strict-transport-security']).toBeUndefined()
  })

  test('are not those that only old browsers know', async () => {
    const names = Object.keys(await headers('https://x.org'))
    expect(names.filter(name => /download-options|xss/.test(name))).toEqual([])
  })
})

test('a log that is silent is enough', async () => {
  const ctx = contextOf()
  await passThrough(answerErrors(createLog('silent')), ctx, () => Promise.reject(new Error('no')))
  expect(ctx.status).toBe(500)
})
