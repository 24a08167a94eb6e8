/** What the operator's machines ask for: the health of workers, and metrics on an address of their own. */

import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { describe, expect, test } from '@jest/globals'
import { pino } from 'pino'
import { Counter, Registry } from 'prom-client'
import { answerMetrics, isFromThisMachine, metricsHandler } from '../../src/http/health/metrics.ts'
import { readiness } from '../../src/http/health/readiness.ts'
import { workerHealth } from '../../src/http/health/worker-health.ts'
import { createLog } from '../../src/log.ts'
import { contextOf, headersOf } from '../support/context.ts'

const silent = createLog('silent')

type Answering = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/** What a handler sends, without a connection. */
const served =
  (handler: Answering) =>
  async (path: string, method = 'GET') => {
    const req = Object.assign(new IncomingMessage(new Socket()), { url: path, method })
    const res = new ServerResponse(req)
    const sent: Buffer[] = []
    const wire = new Writable({
      write(bytes, _encoding, done) {
        sent.push(bytes)
        done()
      },
    })
    res.assignSocket(wire as Socket)
    await handler(req, res)
    const [head = '', text = ''] = Buffer.concat(sent).toString().split('\r\n\r\n', 2)
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? null
    return { status: res.statusCode, header, text, isOver: res.writableEnded }
  }

function counting() {
  const registry = new Registry()
  new Counter({ name: 'charts_total', help: 'Charts.', registers: [registry] }).inc(3)
  return registry
}

describe('a worker', () => {
  test('is alive and ready', async () => {
    const ask = served(workerHealth(async () => {}, silent))
    for (const path of ['/healthz', '/readyz', '/readyz?probe=1']) {
      const answer = await ask(path)
      expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { ok: true }])
      expect(answer.header('cache-control')).toBe('no-store')
      expect(answer.header('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.header('retry-after')).toBeNull()
    }
  })

  test('is alive though not ready, and says why and when to ask again', async () => {
    const ask = served(workerHealth(() => Promise.reject(new Error('no browser')), silent))
    expect((await ask('/healthz')).status).toBe(200)
    const answer = await ask('/readyz')
    expect([answer.status, answer.header('retry-after')]).toEqual([503, '5'])
    expect(JSON.parse(answer.text)).toEqual({
      ok: false,
      error: { code: 'unavailable', message: expect.stringContaining('not ready: no browser') },
    })
  })

  test('answers a HEAD without a body, and nothing else', async () => {
    const ask = served(workerHealth(() => Promise.reject(new Error('no browser')), silent))
    const head = await ask('/readyz', 'HEAD')
    expect([head.status, head.text, head.isOver]).toEqual([503, '', true])
    expect((await ask('/healthz', 'HEAD')).status).toBe(200)
    for (const [path, method] of [
      ['/', 'GET'],
      ['/metrics', 'GET'],
      ['/healthz', 'POST'],
    ] as const) {
      const answer = await ask(path, method)
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([404, { error: { code: 'not_found' } }])
    }
  })
})

describe('a check of readiness', () => {
  const words = { failing: 'no images', well: 'images can be made' }

  test('runs once for all who ask within a second, and again later', async () => {
    let checks = 0
    const gate = Promise.withResolvers<void>()
    let time = 0
    const check = () => {
      checks += 1
      return gate.promise
    }
    const ready = readiness(check, words, silent, () => time)
    const first = ready()
    time += 10_000
    const second = ready()
    gate.resolve()
    expect([await first, await second, await ready(), checks]).toEqual([null, null, null, 1])
    time += 999
    await ready()
    expect(checks).toBe(1)
    time += 1
    await ready()
    expect(checks).toBe(2)
  })

  test('that failed is not repeated for each who asks, and says what failed', async () => {
    let checks = 0
    const cause = new Error('the store is away')
    const check = async () => {
      checks += 1
      throw cause
    }
    const ready = readiness(check, words, silent)
    const error = await ready()
    expect(error).toMatchObject({ code: 'unavailable', status: 503, cause })
    expect(error?.message).toBe('no images: the store is away')
    expect(await ready()).toMatchObject({ code: 'unavailable' })
    expect(checks).toBe(1)
  })

  test('is one line in the log for each change, however often it is asked for, and has no stack', async () => {
    const lines: Record<string, unknown>[] = []
    const log = pino({ base: null }, { write: line => lines.push(JSON.parse(line)) })
    const faults = [null, 'the browser starts', 'the browser starts', 'it crashed', null, null]
    let fault: string | null = null
    const check = async () => {
      if (fault !== null) throw new Error(fault)
    }
    let time = 0
    const ready = readiness(check, words, log, () => time)
    for (fault of faults) {
      await ready()
      await ready()
      time += 1_000
    }
    expect(lines.map(({ level, msg, ...others }) => [level, msg, Object.keys(others)])).toEqual([
      [40, 'no images: the browser starts', ['time']],
      [40, 'no images: it crashed', ['time']],
      [30, 'images can be made', ['time']],
    ])
  })
})

describe('metrics', () => {
  test('on an address of their own are for everybody who reaches it', async () => {
    const ask = served(metricsHandler(counting()))
    for (const path of ['/metrics', '/metrics?x=1']) {
      const answer = await ask(path)
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('charts_total 3')])
      expect(answer.header('content-type')).toBe(new Registry().contentType)
      expect(answer.header('cache-control')).toBe('no-store')
    }
    const head = await ask('/metrics', 'HEAD')
    expect([head.status, head.text, head.isOver]).toEqual([200, '', true])
  })

  test('are all that is there', async () => {
    const ask = served(metricsHandler(counting()))
    for (const [path, method] of [
      ['/', 'GET'],
      ['/metrics/', 'GET'],
      ['/metrics', 'POST'],
    ] as const) {
      const answer = await ask(path, method)
      expect([answer.status, answer.text]).toEqual([404, expect.not.stringContaining('charts')])
    }
  })

  test('are told as what they are', async () => {
    const ctx = contextOf()
    await answerMetrics(ctx, counting())
    expect([headersOf(ctx)['content-type'], ctx.body]).toEqual([
      new Registry().contentType,
      expect.stringContaining('charts_total 3'),
    ])
  })

  const asked = (remoteAddress: string | undefined, headers = {}) =>
    isFromThisMachine({
      socket: { remoteAddress, localAddress: '192.0.2.1' },
      headers,
    } as unknown as IncomingMessage)

  test.each(['127.0.0.1', '127.5.5.5', '::1', '::ffff:127.0.0.1', '192.0.2.1'])(
    'are for callers of this machine: %s',
    address => expect(asked(address)).toBe(true),
  )

  test.each([
    undefined,
    '192.0.2.2',
    '::2',
    '1127.0.0.1',
    '12.127.0.0',
    '::ffff:192.0.2.2',
    '::ffff:0:127.0.0.1',
  ])('are for no others: %s', address => expect(asked(address)).toBe(false))

  test.each(['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'via'])(
    'are for nobody a proxy speaks for (%s)',
    name => expect(asked('127.0.0.1', { [name]: '' })).toBe(false),
  )
})
