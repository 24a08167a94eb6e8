import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { z } from 'zod'
import { openApiDocument } from '../../src/api/openapi/openapi.ts'
import { restTable } from '../../src/api/rest/rest.ts'
import {
  chartAnswer,
  errorAnswer,
  figureRequest,
  graphAnswer,
  okAnswer,
  plotAnswer,
} from '../../src/api/rest/shapes.ts'
import { unavailable } from '../../src/errors/errors.ts'
import type { RouteDeps } from '../../src/http/routing/deps.ts'
import { type HttpSide, startHttp } from '../support/http.ts'

const text = readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8')

interface Documented {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly responses: Readonly<Record<string, { $ref?: string; headers?: object; content?: object }>>
}
const { paths, components } = JSON.parse(text) as {
  paths: Record<string, Record<string, Documented>>
  components: { responses: Record<string, { headers: object }> }
}
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    ...operation,
  })),
)

test('the committed document is the one of the running code: npm run emit writes it anew', () => {
  expect(text).toBe(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
})

test('every route of the specification is documented, and nothing that is not there', () => {
  const routes = restTable({ config: { baseUrl: 'http://localhost', plotUrl: '' } } as unknown as RouteDeps)
  const ofOtherModules = ['/v1/render', '/v1/openapi.json']
  const described = operations.filter(({ path }) => /^\/v1\//.test(path) && !ofOtherModules.includes(path))
  expect(new Set(described.map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set(routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/, '{$1}')}`)),
  )
})

describe('every documented status is one that the service gives', () => {
  let sides: Record<'healthy' | 'impatient' | 'strict' | 'failing' | 'away', HttpSide>
  let weak: string
  let foreign: string

  beforeAll(async () => {
    const reject = (error: () => Error) => () => Promise.reject(error())
    const broken = (error: () => Error) => ({ find: reject(error), insert: reject(error) })
    const [healthy, impatient, strict, failing, away] = await Promise.all([
      startHttp(),
      startHttp({ config: { bodyIdleMs: 100 } }),
      startHttp({ config: { rateLimit: { points: 1, seconds: 60 } } }),
      startHttp({ graphStore: broken(() => new Error('out of order')) }),
      startHttp({
        graphStore: broken(() => unavailable('the store does not answer')),
        deps: {
          ready: reject(() => new Error('the store does not answer')),
          draws: reject(() => new Error('no worker lives')),
        },
      }),
    ])
    sides = { healthy, impatient, strict, failing, away }
    weak = await healthy.newKey(['graphs:read'])
    foreign = await healthy.newKey(['graphs:delete', 'graphs:write'], 'other@example.org')
  })
  afterAll(() => Promise.all(Object.values(sides).map(side => side.close())))

  const figure = JSON.stringify({ data: [{ y: [1] }] })
  const newGraph = async (side: HttpSide) =>
    ((await (await side.create('/v1/graph', figure)).json()) as { graph: { graph_id: string } }).graph
      .graph_id

  type Ask = (path: string) => Promise<Response>
  const post =
    (body: string, headers: Record<string, string> = {}, side: () => HttpSide = () => sides.healthy): Ask =>
    path =>
      side().create(path, body, headers)

  const creates: Record<string, Ask> = {
    201: post(figure),
    400: post('no json'),
    401: post(figure, { Authorization: 'Bearer wrong' }),
    403: path => sides.healthy.create(path, figure, { Authorization: `Bearer ${weak}` }),
    404: async path => {
      const key = { 'Idempotency-Key': `deleted${path}` }
      const { headers } = await sides.healthy.create(path, figure, key)
      const authorization = { Authorization: `Bearer ${sides.healthy.key}` }
      await sides.healthy.call('DELETE', headers.get('location') ?? '', { headers: authorization })
      return sides.healthy.create(path, figure, key)
    },
    408: async path => {
      const { impatient } = sides
      const received = await impatient.raw(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${impatient.key}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
      )
      return asResponse(received)
    },
    409: async path => {
      await sides.healthy.create(path, figure, { 'Idempotency-Key': `twice${path}` })
      return sides.healthy.create(path, '{"data":[]}', { 'Idempotency-Key': `twice${path}` })
    },
    413: post(' '.repeat(300 * 1024)),
    415: post(figure, { 'Content-Type': 'text/plain' }),
    422: post('{}'),
    429: async path => {
      await sides.strict.create(path, figure)
      return sides.strict.create(path, figure)
    },
    500: post(figure, {}, () => sides.failing),
    503: post(figure, {}, () => sides.away),
  }

  const at = (path: string, graphId: string) => path.replace('{graph_id}', graphId)
  const nobody = 'aaaaaaaaaaaaaaaaaaaaa'
  const reads: Record<string, Ask> = {
    200: async path => sides.healthy.call('GET', at(path, await newGraph(sides.healthy))),
    304: async path => {
      const here = at(path, await newGraph(sides.healthy))
      const etag = (await sides.healthy.call('GET', here)).headers.get('etag') ?? ''
      return sides.healthy.call('GET', here, { headers: { 'If-None-Match': etag } })
    },
    400: async path => sides.healthy.call('GET', `${at(path, await newGraph(sides.healthy))}?version=0`),
    404: path => sides.healthy.call('GET', at(path, nobody)),
    412: async path =>
      sides.healthy.call('GET', at(path, await newGraph(sides.healthy)), {
        headers: { 'If-Match': '"another"' },
      }),
    429: async path => {
      for (let i = 0; i < 10; i++) await sides.strict.call('GET', at(path, nobody))
      return sides.strict.call('GET', at(path, nobody))
    },
    500: path => sides.failing.call('GET', at(path, nobody)),
    503: path => sides.away.call('GET', at(path, nobody)),
  }

  const remove = (side: HttpSide, path: string, graphId: string, key = side.key, more = {}) =>
    side.call('DELETE', at(path, graphId), { headers: { Authorization: `Bearer ${key}`, ...more } })
  const deletes: Record<string, Ask> = {
    200: async path => remove(sides.healthy, path, await newGraph(sides.healthy)),
    400: async path => {
      const key = `Authorization: Bearer ${sides.healthy.key}\r\n`
      return asResponse(
        await sides.healthy.raw(`DELETE ${at(path, nobody)} HTTP/1.1\r\nHost: x\r\n${key}${key}\r\n`),
      )
    },
    401: path => remove(sides.healthy, path, nobody, 'wrong'),
    403: async path => remove(sides.healthy, path, await newGraph(sides.healthy), foreign),
    404: path => remove(sides.healthy, path, nobody),
    412: async path =>
      remove(sides.healthy, path, await newGraph(sides.healthy), undefined, { 'If-Match': '"another"' }),
    429: async path => {
      await remove(sides.strict, path, nobody)
      return remove(sides.strict, path, nobody)
    },
    500: path => remove(sides.failing, path, nobody),
    503: path => remove(sides.away, path, nobody),
  }
  /** Answers of both ways to change a graph, by what they send. */
  const changes = (method: 'PUT' | 'POST', body: string, wrong: string): Record<string, Ask> => {
    const change = (
      side: HttpSide,
      path: string,
      graphId: string,
      headers: Record<string, string> = {},
      sent = body,
    ) =>
      side.call(method, at(path, graphId), {
        headers: { Authorization: `Bearer ${side.key}`, 'Content-Type': 'application/json', ...headers },
        body: sent,
      })
    const healthy = async (path: string, headers: Record<string, string> = {}, sent = body) =>
      change(sides.healthy, path, await newGraph(sides.healthy), headers, sent)
    return {
      200: path => healthy(path),
      400: path => healthy(path, {}, 'no json'),
      401: path => healthy(path, { Authorization: 'Bearer wrong' }),
      403: path => healthy(path, { Authorization: `Bearer ${foreign}` }),
      404: path => change(sides.healthy, path, nobody),
      408: async path => {
        const { impatient } = sides
        const graphId = await newGraph(impatient)
        const received = await impatient.raw(
          `${method} ${at(path, graphId)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${impatient.key}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
        )
        return asResponse(received)
      },
      409: async path => {
        const graphId = await newGraph(sides.healthy)
        const key = { 'Idempotency-Key': 'twice' }
        await change(sides.healthy, path, graphId, key)
        return change(sides.healthy, path, graphId, key, `${body} `)
      },
      412: path => healthy(path, { 'If-Match': '"another"' }),
      413: path => healthy(path, {}, ' '.repeat(300 * 1024)),
      415: path => healthy(path, { 'Content-Type': 'text/plain' }),
      422: path => healthy(path, {}, wrong),
      429: async path => {
        await change(sides.strict, path, nobody)
        return change(sides.strict, path, nobody)
      },
      500: path => change(sides.failing, path, nobody),
      503: path => change(sides.away, path, nobody),
    }
  }
  const get: Ask = path => sides.healthy.call('GET', path)

  const asks: Record<string, Record<string, Ask>> = {
    createGraph: creates,
    createPlot: creates,
    createChart: creates,
    readGraph: reads,
    readPlot: reads,
    readChart: reads,
    deleteGraph: deletes,
    updateGraph: changes('PUT', figure, '{}'),
    appendPoints: changes('POST', '{"points":[{"trace":0,"y":[1]}]}', '{"points":[{"trace":9,"y":[1]}]}'),
    health: { 200: get },
    readiness: { 200: get, 503: path => sides.away.call('GET', path) },
    renderingReadiness: { 200: get, 503: path => sides.away.call('GET', path) },
    metrics: {
      200: get,
      404: path => sides.healthy.call('GET', path, { headers: { Via: 'a proxy' } }),
    },
    openapi: {
      200: get,
      304: path => sides.healthy.call('GET', path, { headers: { 'If-None-Match': '*' } }),
      412: path => sides.healthy.call('GET', path, { headers: { 'If-Match': '"another"' } }),
    },
  }
  const shapes: Record<string, z.ZodType> = {
    createGraph: graphAnswer,
    readGraph: graphAnswer,
    createPlot: plotAnswer,
    readPlot: plotAnswer,
    createChart: chartAnswer,
    readChart: chartAnswer,
    deleteGraph: okAnswer,
    updateGraph: graphAnswer,
    appendPoints: plotAnswer,
    health: okAnswer,
    readiness: okAnswer,
    renderingReadiness: okAnswer,
  }

  // Files are asked in openapi-files.test.ts.
  const tried = operations.filter(({ tags }) => !tags.includes('Files'))

  test.each(tried.map(operation => [operation.operationId, operation] as const))(
    '%s',
    async (operationId, { path, responses }) => {
      const ways = asks[operationId] ?? {}
      expect(Object.keys(responses).sort()).toEqual(Object.keys(ways).sort())
      for (const [status, ask] of Object.entries(ways)) {
        const answer = await ask(path)
        expect(answer.status).toBe(Number(status))

        const described = responses[status] ?? {}
        const name = described.$ref?.split('/').at(-1)
        const headers = Object.keys((name ? components.responses[name] : described)?.headers ?? {})
        for (const header of headers) {
          if (needed(header, status)) expect([status, header, answer.headers.has(header)]).toContain(true)
        }
        const shape = Number(status) >= 400 ? errorAnswer : shapes[operationId]
        if (status !== '304' && shape) shape.parse(await answer.json())
      }
    },
  )

  /** Limits are off on most of these services; these headers tell of what this request did not ask for. */
  const needed = (header: string, status: string) =>
    header.startsWith('RateLimit') ? status === '429' : !occasional.includes(header)
  const occasional = ['Accept-Encoding', 'Plotgate-Warnings', 'Preference-Applied', 'Sunset']

  test('every documented file is served from {plot_url}', async () => {
    const files = operations.filter(({ method, tags }) => method === 'GET' && tags.includes('Files'))
    expect(files.length).toBeGreaterThan(0)
    for (const { path, responses } of files) {
      const url = `${sides.healthy.url}${at(path, nobody).replace('{format}', 'svg')}`
      const permalink = encodeURIComponent(`${sides.healthy.url}/p/${nobody}`)
      const answer = await fetch(path === '/p/oembed' ? `${url}?url=${permalink}` : url)
      expect([path, answer.status]).toEqual([path, 404])
      expect(errorAnswer.parse(await answer.json()).error.code).toBe('graph_not_found')
      expect(Object.keys(responses)).toContain('404')
    }
    const wrong = await fetch(`${sides.healthy.url}/p/${nobody}.png?width=0`)
    expect([wrong.status, errorAnswer.parse(await wrong.json()).error.code]).toEqual([
      400,
      'invalid_parameter',
    ])
  })

  test('the document that is served has the addresses and limits of this service', async () => {
    const answer = await sides.strict.call('GET', '/v1/openapi.json')
    const document = (await answer.json()) as { servers: { url: string }[]; info: { description: string } }
    expect(document.servers[0]?.url).toBe(sides.strict.url)
    expect(document.info.description).toContain('A key may create 1 graphs in 60 s')
    const etag = answer.headers.get('etag') ?? ''
    const again = await sides.strict.call('GET', '/v1/openapi.json', { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
  })
})

test('what the service takes has the documented shape', () => {
  for (const body of [
    { data: [] },
    { data: [{ type: 'scatter', x: [1], y: [2], name: 'a' }], layout: { title: 'T' }, frames: [] },
    { data: [{}], layout: null, config: {} },
  ]) {
    expect(figureRequest.safeParse(body).success).toBe(true)
  }
  for (const body of [
    {},
    { data: {} },
    { data: [1] },
    { data: [{ type: 'scater' }] },
    { data: [], layout: [] },
  ]) {
    expect(figureRequest.safeParse(body).success).toBe(false)
  }
})

/** What came over a bare socket, as `fetch` would show it. */
function asResponse(received: string): Response {
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map(each => each.split(': ') as [string, string]))
  return new Response(body, { status: Number(line.split(' ')[1]), headers })
}
