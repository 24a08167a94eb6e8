import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type HttpSide, startHttp } from '../support/http.ts'

let side: HttpSide
beforeAll(async () => {
  side = await startHttp()
})
afterAll(() => side.close())

const origin = { Origin: 'https://elsewhere.example' }

describe('other origins', () => {
  test('may read, and see the headers', async () => {
    const made = await side.create('/v1/graph', { data: [] }, origin)
    const read = await side.call('GET', made.headers.get('location') ?? '', { headers: origin })
    for (const answer of [made, read]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
      const exposed = answer.headers.get('access-control-expose-headers')?.split(', ')
      expect(exposed).toEqual(
        expect.arrayContaining([
          'Location',
          'ETag',
          'X-Request-Id',
          'RateLimit',
          'RateLimit-Policy',
          'Retry-After',
        ]),
      )
    }
  })

  test.each([
    ['GET', '/v1/graph/x'],
    ['POST', '/v1/graph'],
    ['DELETE', '/v1/graph/x'],
    ['PUT', '/v1/graph'],
    ['GET', '/v1/nope'],
  ])('may read why %s %s was refused', async (method, path) => {
    const answer = await side.call(method, path, { headers: origin })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test.each([
    ['/v1/graph', 'POST'],
    ['/v1/plot', 'POST'],
    ['/v1/chart', 'POST'],
    ['/v1/graph/x', 'DELETE'],
    ['/v1/graph/x', 'GET'],
  ])('may ask whether they may: %s %s', async (path, method) => {
    const answer = await side.call('OPTIONS', path, {
      headers: {
        ...origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization, content-type, idempotency-key',
      },
    })
    expect(answer.status).toBe(204)
    const { headers } = answer
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-methods')?.split(', ')).toContain(method)
    const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']))
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0)
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('may read the files of graphs, see their headers, and ask with conditions', async () => {
    const made = (await (await side.create('/v1/graph', { data: [] })).json()) as {
      graph: { graph_id: string }
    }
    const file = `/p/${made.graph.graph_id}.json`
    const { headers } = await side.call('GET', file, { headers: origin })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const exposed = headers.get('access-control-expose-headers')?.split(', ')
    expect(exposed).toEqual(
      expect.arrayContaining(['ETag', 'Accept-Ranges', 'Content-Disposition', 'X-Request-Id', 'Retry-After']),
    )

    const asked = await side.call('OPTIONS', file, {
      headers: {
        ...origin,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'if-none-match, if-unmodified-since, last-event-id, range',
      },
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-methods')?.split(', ')).toContain('GET')
    const allowed = asked.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
    expect(allowed).toEqual(
      expect.arrayContaining(['if-none-match', 'if-unmodified-since', 'last-event-id', 'range']),
    )
  })

  test('may not read pages', async () => {
    for (const path of ['/docs', '/']) {
      const { headers } = await side.call('GET', path, { headers: origin })
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})
