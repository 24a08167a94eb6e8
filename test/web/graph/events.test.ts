/** `/:graph_id/events`: word of each new version, as a stream or by long polls. */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createFeed } from '../../../src/domain/graph/feed.ts'
import type { Context } from '../../../src/http/context.ts'
import { createFollowers } from '../../../src/http/limits/followers.ts'
import { createEvents } from '../../../src/web/graph/events/events.ts'
import { type HttpSide, startHttp } from '../../support/http.ts'
import { graphIdOf } from '../../support/ids.ts'

let side: HttpSide
beforeAll(async () => {
  side = await startHttp()
})
afterAll(() => side.close())

async function newGraph(): Promise<string> {
  const { graph } = (await (await side.create('/v1/graph', '{"data":[{"y":[]}]}')).json()) as {
    graph: { graph_id: string }
  }
  return graph.graph_id
}

const change = (method: string, path: string, body?: string) =>
  side.call(method, path, {
    headers: { Authorization: `Bearer ${side.key}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body }),
  })
const append = (id: string) => change('POST', `/v1/graph/${id}/points`, '{"points":[{"trace":0,"y":[1]}]}')

/** Follows, and gives what has come as soon as it contains `text`. */
async function follow(path: string, headers: Record<string, string> = {}) {
  const ending = new AbortController()
  const answer = await side.call('GET', path, { headers, signal: ending.signal })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  return {
    answer,
    async until(text: string) {
      while (!received.includes(text)) {
        const { value, done } = (await reader?.read()) ?? { done: true, value: '' }
        if (done) break
        received += value
      }
      return received
    },
    end: () => ending.abort(),
  }
}

describe('a stream', () => {
  test('tells every change once, then the end', async () => {
    const id = await newGraph()
    const stream = await follow(`/p/${id}/events`)
    expect(stream.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await stream.until('\n\n')).toBe('retry: 2000\n\n')
    await append(id)
    await change('PUT', `/v1/graph/${id}`, '{"data":[]}')
    await stream.until('"version":3')
    await change('DELETE', `/v1/graph/${id}`)
    expect(await stream.until('never')).toBe(
      'retry: 2000\n\n' +
        'id: 2\nevent: version\ndata: {"version":2}\n\n' +
        'id: 3\nevent: version\ndata: {"version":3}\n\n' +
        'event: gone\ndata: {}\n\n',
    )
  })

  test('says at once what its reader has missed', async () => {
    const id = await newGraph()
    await append(id)
    for (const [path, headers] of [
      [`/p/${id}/events?after=1`, {}],
      [`/p/${id}/events?after=2`, { 'Last-Event-ID': '1' }],
    ] as const) {
      const stream = await follow(path, headers)
      expect(await stream.until('"version":2')).toContain('id: 2\n')
      stream.end()
    }
  })

  test('of a graph that is not there, or after no number, is refused', async () => {
    const id = await newGraph()
    const codes = await Promise.all(
      [`/p/${'a'.repeat(21)}/events`, `/p/${id}/events?after=x`, `/p/${id}@1/events`].map(async path => {
        const answer = await side.call('GET', path)
        return [answer.status, ((await answer.json()) as { error: { code: string } }).error.code]
      }),
    )
    expect(codes).toEqual([
      [404, 'graph_not_found'],
      [400, 'invalid_parameter'],
      [404, 'graph_not_found'],
    ])
  })
})

describe('a long poll', () => {
  test('answers when there is a newer version, or when there is none any more', async () => {
    const id = await newGraph()
    const first = side.call('GET', `/p/${id}/events?poll&after=1`)
    await new Promise(resolve => setTimeout(resolve, 50))
    await append(id)
    const answer = await first
    expect([answer.status, await answer.json()]).toEqual([200, { version: 2 }])
    const behind = await side.call('GET', `/p/${id}/events?poll&after=1`)
    expect(await behind.json()).toEqual({ version: 2 })
    const last = side.call('GET', `/p/${id}/events?poll&after=2`)
    await new Promise(resolve => setTimeout(resolve, 50))
    await change('DELETE', `/v1/graph/${id}`)
    expect((await last).status).toBe(404)
  })
})

describe('changes that arrive out of order', () => {
  const id = graphIdOf('a'.repeat(21))
  const servers: Server[] = []
  afterAll(() => {
    for (const server of servers) server.close().closeAllConnections()
  })

  /** A server of events alone, whose graph is found when `find` says so. */
  async function served(find: () => Promise<unknown>) {
    const feed = createFeed()
    const graphs = { find } as unknown as Parameters<typeof createEvents>[0]['graphs']
    const events = createEvents({ graphs, feed, followers: createFollowers({ perAddress: 9, total: 9 }) })
    const errors: unknown[] = []
    const server = createServer((req, res) => {
      res.on('error', error => errors.push(error))
      const ctx = { req, res, method: 'GET', ip: '::1', get: () => '', URL: new URL('http://x/') }
      events.answer(ctx as unknown as Context, id).catch(error => {
        res.statusCode = error.status
        res.end()
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    const { port } = server.address() as AddressInfo
    return { feed, errors, answer: () => fetch(`http://127.0.0.1:${port}`) }
  }

  test('nothing is written after the end', async () => {
    const { feed, errors, answer } = await served(async () => ({ version: 1 }))
    const stream = await answer()
    feed.publish({ graphId: id, version: null })
    feed.publish({ graphId: id, version: 2 })
    expect(await stream.text()).toBe('retry: 2000\n\nevent: gone\ndata: {}\n\n')
    expect(errors).toEqual([])
  })

  test('a graph that is deleted while it is looked up is not followed', async () => {
    const { feed, answer } = await served(async () => {
      feed.publish({ graphId: id, version: null })
      return { version: 1 }
    })
    expect((await answer()).status).toBe(404)
  })
})

test('places are bounded for each address and in all, and are given back', () => {
  const followers = createFollowers({ perAddress: 2, total: 3 })
  const leave = followers.enter('10.0.0.1')
  followers.enter('10.0.0.1')
  expect(() => followers.enter('10.0.0.1')).toThrow(expect.objectContaining({ code: 'rate_limited' }))
  followers.enter('10.0.0.2')
  expect(() => followers.enter('10.0.0.3')).toThrow(expect.objectContaining({ code: 'overloaded' }))
  leave()
  leave()
  followers.enter('10.0.0.1')
  expect(() => followers.enter('10.0.0.1')).toThrow(expect.objectContaining({ code: 'rate_limited' }))
})
