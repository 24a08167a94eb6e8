import { expect, test } from '@jest/globals'
import { pino } from 'pino'
import { eventually } from '../support/eventually.ts'
import { startHttp } from '../support/http.ts'

test('a request is one line, with no key, no graph_id, no body and no query in it', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: line => lines.push(line) })
  const side = await startHttp({ deps: { log } })
  try {
    const headers = { 'X-Request-Id': 'r-1' }
    const made = await side.create('/v1/graph?secret=query', { data: [{ name: 'confidential' }] }, headers)
    const { graph } = (await made.json()) as { graph: { graph_id: string } }
    await side.call('GET', `/v1/graph/${graph.graph_id}`)
    await eventually('both lines', () => lines.length === 2)

    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { requestId: 'r-1', method: 'POST', route: '/v1/graph', status: 201, bytes: expect.any(Number) },
      { method: 'GET', route: '/v1/graph/:graph_id', status: 200, ms: expect.any(Number) },
    ])
    for (const secret of [side.key, graph.graph_id, 'confidential', 'secret']) {
      expect(lines.join('')).not.toContain(secret)
    }
  } finally {
    await side.close()
  }
})

test('a request is no line where lines of requests are not wanted', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: line => lines.push(line) })
  const side = await startHttp({ deps: { log }, config: { requestLines: false } })
  try {
    expect((await side.call('GET', '/healthz')).status).toBe(200)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(lines).toEqual([])
  } finally {
    await side.close()
  }
})

test('a fault behind GraphQL is logged whole, with the id and the route of its request, and told blandly', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: line => lines.push(line) })
  const graphStore = { findMany: () => Promise.reject(new Error('the disk smokes')) }
  const side = await startHttp({ deps: { log }, graphStore })
  try {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const answer = await side.call('POST', '/graphql', {
        headers: {
          'Content-Type': 'application/json',
          'X-Request-Id': `asked-${accept.length}`,
          Accept: accept,
        },
        body: JSON.stringify({ query: `{ graph(id: "${'a'.repeat(21)}") { title } }` }),
      })
      expect(await answer.text()).not.toContain('smokes')
      expect(lines.map(line => JSON.parse(line))).toContainEqual(
        expect.objectContaining({
          requestId: `asked-${accept.length}`,
          route: '/graphql',
          err: expect.objectContaining({ message: 'the disk smokes' }),
        }),
      )
    }
  } finally {
    await side.close()
  }
})

test('a request for what is not offered is no fault to log: only its line says so', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: line => lines.push(line) })
  const side = await startHttp({ deps: { log } })
  try {
    const address = encodeURIComponent(`${side.url}/p/${'a'.repeat(21)}`)
    expect((await side.call('GET', `/p/oembed?url=${address}&format=xml`)).status).toBe(501)
    await side.raw('GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n')
    await eventually('both lines', () => lines.length >= 2)
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { msg: 'request', route: '/oembed', status: 501 },
      { msg: 'request', status: 501 },
    ])
  } finally {
    await side.close()
  }
})

test('/metrics measures requests by route, method and status, and never by what callers make up', async () => {
  const side = await startHttp()
  try {
    const made = await side.create('/v1/graph', { data: [] })
    const { graph } = (await made.json()) as { graph: { graph_id: string } }
    await side.call('GET', `/v1/graph/${graph.graph_id}`)
    await side.call('PROPFIND', '/made/up')
    const text = await (await side.call('GET', '/metrics')).text()
    const count = (labels: string) => `plotgate_http_request_duration_seconds_count{${labels}} 1`
    expect(text).toContain(count('route="/v1/graph",method="POST",status="201"'))
    expect(text).toContain(count('route="/v1/graph/:graph_id",method="GET",status="200"'))
    expect(text).toContain(count('route="unmatched",method="other",status="404"'))
    expect(text).not.toContain(graph.graph_id)
    expect(text).not.toContain('made/up')
  } finally {
    await side.close()
  }
})

test('/metrics is not there for whoever a proxy on this machine speaks for', async () => {
  const side = await startHttp()
  try {
    expect(
      (await side.call('GET', '/metrics', { headers: { 'X-Forwarded-For': '203.0.113.7' } })).status,
    ).toBe(404)
  } finally {
    await side.close()
  }
})
