/** Callers that take what they can hold and move nothing: each bound is reached, told, and given back. */

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from '@jest/globals'
import Koa from 'koa'
import { type Listening, listen } from '../../src/http/connections/listen.ts'
import { trafficBounds } from '../../src/http/connections/traffic.ts'
import { boundBytes, inFlightBounds } from '../../src/http/limits/bound-bytes.ts'
import { eventually } from '../support/eventually.ts'
import { type HttpSide, type HttpSideOptions, startHttp } from '../support/http.ts'

const opened: Socket[] = []
let listening: Listening | undefined
let side: HttpSide | undefined
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await listening?.close(0)
  await side?.close()
  listening = side = undefined
})

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  opened.push(socket)
  await once(socket, 'connect')
  return socket
}

const headers = (path: string, extra = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${extra}\r\n`
const subscriptionTo = (id: string) =>
  encodeURIComponent(`subscription { rendering(graphId: ${JSON.stringify(id)}) { status } }`)
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 10))
}

test('a reader that reads slowly gets everything', async () => {
  const answer = Buffer.alloc(30 * 2 ** 20)
  // Longer than any pause of a busy machine, and shorter than the reading.
  const stallMs = 3_000
  const bounds = { ...trafficBounds, stallMs }
  listening = await listen((_req, res) => res.end(answer), '127.0.0.1', 0, undefined, bounds)
  const socket = await open(listening.port)
  const slowUntil = performance.now() + 1.5 * stallMs
  let received = 0
  socket.on('data', bytes => {
    received += bytes.length
    if (performance.now() < slowUntil) {
      socket.pause()
      setTimeout(() => socket.resume(), 20)
    }
  })
  socket.write(headers('/', 'Connection: close\r\n'))
  await once(socket, 'close')
  expect(received).toBeGreaterThan(answer.length)
})

describe('bytes that requests hold', () => {
  const plain = { headers: { 'Accept-Encoding': 'identity' } }
  const bounds = (bytes: number) => ({ perAddress: bytes, total: bytes })
  const start = async (options: HttpSideOptions) => {
    side = await startHttp(options)
    return side
  }

  test('of bodies on their way are bounded, and come back', async () => {
    const inFlight = { ...inFlightBounds, bodies: bounds(150_000) }
    const { port, key, create } = await start({ deps: { inFlight } })
    const half = await open(port)
    half.write(
      `POST /v1/graph HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n${' '.repeat(100_000)}`,
    )
    const body = `{"data": []${' '.repeat(100_000)}}`
    let refused = await create('/v1/plot', body)
    await eventually('what is on its way counts', async () => {
      if (refused.status !== 503) refused = await create('/v1/plot', body)
      return refused.status === 503
    })
    expect(refused.headers.get('Retry-After')).not.toBeNull()
    expect(((await refused.json()) as { error: { code: string } }).error.code).toBe('overloaded')
    half.destroy()
    await eventually('it comes back', async () => (await create('/v1/plot', body)).status === 201)
  })

  test('of compressed bodies count as they come out', async () => {
    const inFlight = { ...inFlightBounds, bodies: bounds(150_000) }
    const { key, call } = await start({ deps: { inFlight } })
    const create = (spaces: number) =>
      call('POST', '/v1/plot', {
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          'Content-Encoding': 'gzip',
        },
        body: gzipSync(`{"data": []${' '.repeat(spaces)}}`),
      })
    const refused = await create(200_000)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('Retry-After')).not.toBeNull()
    // What was counted before the refusal came back.
    for (let time = 0; time < 3; time++) expect((await create(100_000)).status).toBe(201)
  })

  test('of answers that nobody reads are bounded, and come back', async () => {
    const inFlight = { ...inFlightBounds, answers: bounds(9_000_000) }
    const { port, create, call } = await start({ config: { maxBodyBytes: 10_000_000 }, deps: { inFlight } })
    const created = await create('/v1/plot', JSON.stringify({ data: [{ name: 'x'.repeat(8_000_000) }] }))
    const { graph } = (await created.json()) as { graph: { graph_id: string } }
    const lazy = await open(port)
    lazy.write(headers(`/v1/graph/${graph.graph_id}`))
    // The answer is there, and stays unread.
    await once(lazy, 'readable')
    for (const path of [`/v1/graph/${graph.graph_id}`, `/p/${graph.graph_id}.json`]) {
      const refused = await call('GET', path, plain)
      expect([path, refused.status]).toEqual([path, 503])
      expect(refused.headers.get('ETag')).toBeNull()
      await refused.text()
    }
    expect((await call('GET', `/v1/plot/${graph.graph_id}`)).status).toBe(200)
    lazy.destroy()
    await eventually('it comes back whole', async () => {
      const answer = await call('GET', `/v1/graph/${graph.graph_id}`, plain)
      return (await answer.text()).length > 8_000_000
    })
  })

  describe('of answers whose callers have left', () => {
    const answering = async (answer: Koa.Middleware) => {
      const app = new Koa()
      app.silent = true
      app.use(boundBytes({ ...inFlightBounds, answers: bounds(100_000) }))
      app.use(answer)
      listening = await listen(app.callback(), '127.0.0.1', 0)
      return listening.port
    }
    const big = 'x'.repeat(60_000)
    const isWhole = async (port: number) => (await (await fetch(`http://127.0.0.1:${port}/`)).text()) === big

    test('are none where they are made after that', async () => {
      let begun = false
      let made = false
      const port = await answering(async ctx => {
        if (ctx.path === '/late') {
          begun = true
          await once(ctx.res, 'close')
          made = true
        }
        ctx.body = big
      })
      const leaving = await open(port)
      leaving.write(headers('/late'))
      await until(() => begun)
      // Without it the caller has only said all that it says, and may still listen.
      leaving.resetAndDestroy()
      await until(() => made)
      expect(await isWhole(port)).toBe(true)
    })
  })

  test('of an answer that is read too slowly on the whole go, with the connection', async () => {
    const pace = { graceMs: 6_000, bytesPerSecond: 80_000_000 }
    const inFlight = { ...inFlightBounds, answers: bounds(9_500_000), pace }
    const { port, create, call } = await start({ config: { maxBodyBytes: 10_000_000 }, deps: { inFlight } })
    const created = await create('/v1/plot', JSON.stringify({ data: [{ name: 'x'.repeat(9_000_000) }] }))
    const { graph } = (await created.json()) as { graph: { graph_id: string } }
    const path = `/v1/graph/${graph.graph_id}`
    const trickling = await open(port)
    trickling.write(headers(path))
    await once(trickling, 'readable')
    const sipping = setInterval(() => trickling.read(1000), 20)
    const statusNow = async () => {
      const answer = await call('GET', path, plain)
      await answer.body?.cancel()
      return answer.status
    }
    expect(await statusNow()).toBe(503)
    await eventually('it has gone', async () => (await statusNow()) === 200)
    clearInterval(sipping)
  })
})

test('followers are counted, not the graphs they follow, whichever way they follow', async () => {
  side = await startHttp({ deps: { followerBounds: { perAddress: 2, total: 10 } } })
  const { call, create } = side
  const created = await create('/v1/plot', { data: [] })
  const { graph } = (await created.json()) as { graph: { graph_id: string } }
  const leaving = new AbortController()
  const follow = () =>
    call('GET', `/graphql?query=${subscriptionTo(graph.graph_id)}`, {
      headers: { Accept: 'text/event-stream' },
      signal: leaving.signal,
    })
  const first = async (answer: Response) =>
    new TextDecoder().decode((await answer.body?.getReader().read())?.value)
  const events = await call('GET', `/p/${graph.graph_id}/events`, { signal: leaving.signal })
  expect(events.status).toBe(200)
  expect(await first(await follow())).toContain('pending')
  const third = await follow()
  expect(await third.text()).toContain('rate_limited')
  expect((await call('GET', `/p/${graph.graph_id}/events`)).status).toBe(429)
  leaving.abort()
})

test.each([
  ['its events', (id: string) => `/p/${id}/events`],
  ['its next version', (id: string) => `/p/${id}/events?poll`],
  ['a subscription', (id: string) => `/graphql?query=${subscriptionTo(id)}`],
])('the place of who has left before %s began is given back', async (_name, path) => {
  let asked = 0
  let answer = Promise.resolve()
  side = await startHttp({
    deps: { followerBounds: { perAddress: 1, total: 10 } },
    graphStore: {
      async find(graphId) {
        asked += 1
        await answer
        return (await side?.store.graphs.findMany([graphId]))?.get(graphId) ?? null
      },
    },
  })
  const { call, create, port } = side
  const { graph } = (await (await create('/v1/plot', { data: [] })).json()) as { graph: { graph_id: string } }
  const held = Promise.withResolvers<void>()
  answer = held.promise
  asked = 0
  const leaving = await open(port)
  leaving.write(headers(path(graph.graph_id), 'Accept: text/event-stream\r\n'))
  await until(() => asked > 0)
  leaving.resetAndDestroy()
  // Heard after the end of that connection.
  await call('GET', '/healthz')
  held.resolve()
  await eventually('there is a place', async () => {
    const staying = new AbortController()
    const events = await call('GET', `/p/${graph.graph_id}/events`, { signal: staying.signal })
    staying.abort()
    return events.status === 200
  })
})

test.each([
  ['its events', (id: string) => `/p/${id}/events`],
  ['its next version', (id: string) => `/p/${id}/events?poll`],
  ['a subscription', (id: string) => `/graphql?query=${subscriptionTo(id)}`],
])(
  'the place of who closes the connection in the middle of %s is given back at once',
  async (_name, path) => {
    side = await startHttp({ deps: { followerBounds: { perAddress: 1, total: 10 } } })
    const { call, create, port } = side
    const { graph } = (await (await create('/v1/plot', { data: [] })).json()) as {
      graph: { graph_id: string }
    }
    const events = () => call('HEAD', `/p/${graph.graph_id}/events`)
    const leaving = await open(port)
    leaving.resume()
    leaving.write(headers(path(graph.graph_id), 'Accept: text/event-stream\r\n'))
    await eventually('the place is taken', async () => (await events()).status === 429)
    await pause(150)
    // As browsers close the connections of a page: in order, not by a reset.
    leaving.destroy()
    await eventually('there is a place', async () => (await events()).status === 200)
  },
)
