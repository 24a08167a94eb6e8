import { afterEach, describe, expect, test } from '@jest/globals'
import { createPlacement } from '../../src/http/middleware/host-routing.ts'
import { type HttpSide, startHttp } from '../support/http.ts'

describe('where a request belongs', () => {
  const cases: Record<
    string,
    [base: string, plots: string, ...[host: string, url: string, placed: string][]]
  > = {
    'one host': [
      'http://x.org',
      'http://x.org/p',
      ['x.org', '/v1/graph?a=/p/', 'base /v1/graph?a=/p/'],
      ['x.org', '/p/abc.png?width=1', 'plots /abc.png?width=1'],
      ['anything', '/p/abc', 'plots /abc'],
      ['', '/p', 'plots /'],
      ['x.org', '/p?x', 'plots /?x'],
      ['x.org', '/pq/abc', 'base /pq/abc'],
      ['x.org', '/', 'base /'],
    ],
    'one host and a prefix': [
      'https://x.org/charts/',
      'https://x.org/charts/p',
      ['x.org', '/charts/v1/graph', 'base /v1/graph'],
      ['x.org', '/v1/graph', 'base /v1/graph'],
      ['x.org', '/charts/p/abc', 'plots /abc'],
      ['x.org', '/p/abc', 'plots /abc'],
      ['x.org', '/charts', 'base /'],
      ['x.org', '/chartsp/abc', 'base /chartsp/abc'],
    ],
    'plots beside the prefix': [
      'https://x.org/charts',
      'https://x.org/plots',
      ['x.org', '/plots/abc', 'plots /abc'],
      ['x.org', '/charts/v1/graph', 'base /v1/graph'],
      ['x.org', '/charts/plots/abc', 'base /plots/abc'],
    ],
    'the service under a prefix, plots at the root': [
      'https://x.org/api',
      'https://x.org',
      ['x.org', '/abc.png', 'plots /abc.png'],
      ['x.org', '/api/v1/graph', 'base /v1/graph'],
    ],
    'two hosts': [
      'https://api.x.org',
      'https://plots.x.org/g',
      ['plots.x.org', '/g/abc', 'plots /abc'],
      ['PLOTS.x.org:443', '/abc', 'plots /abc'],
      ['plots.x.org', '/v1/graph', 'plots /v1/graph'],
      ['api.x.org', '/v1/graph', 'base /v1/graph'],
      ['api.x.org', '/g/abc', 'base /g/abc'],
      ['10.0.0.7:3000', '/readyz', 'base /readyz'],
    ],
    'two ports': [
      'http://localhost:3000',
      'http://localhost:3001',
      ['localhost:3001', '/abc', 'plots /abc'],
      ['localhost:3000', '/abc', 'base /abc'],
    ],
  }

  for (const [name, [base, plots, ...requests]] of Object.entries(cases)) {
    describe(name, () => {
      test.each(requests)('%s%s: %s', (host, url, placed) => {
        const { part, url: within } = createPlacement(base, plots)(host, url)
        expect(`${part} ${within}`).toBe(placed)
      })
    })
  }

  test('addresses that cannot be told apart are refused at start', () => {
    expect(() => createPlacement('http://x.org/a/', 'http://x.org/a')).toThrow('PLOT_URL must differ')
  })
})

describe('over HTTP', () => {
  let side: HttpSide
  afterEach(() => side.close())
  const ask = async (host: string, path: string) =>
    Number(
      (await side.raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).split(' ')[1],
    )

  test('two hosts: each serves only its own', async () => {
    side = await startHttp({ config: { baseUrl: 'https://api.x.org', plotUrl: 'https://plots.x.org' } })
    const { graph } = (await (await side.create('/v1/graph', { data: [] })).json()) as {
      graph: { graph_id: string; permalink: string; image_url: string }
    }
    expect(graph.permalink).toBe(`https://plots.x.org/${graph.graph_id}`)
    expect(await ask('plots.x.org', `/${graph.graph_id}.json`)).toBe(200)
    expect(await ask('plots.x.org', `/v1/graph/${graph.graph_id}`)).toBe(404)
    expect(await ask('plots.x.org', '/healthz')).toBe(404)
    expect(await ask('api.x.org', `/v1/graph/${graph.graph_id}`)).toBe(200)
    expect(await ask('api.x.org', `/${graph.graph_id}.json`)).toBe(404)
  })

  test('one host: any Host is served, addresses come from the configuration alone', async () => {
    side = await startHttp({ config: { baseUrl: 'https://x.org/charts', plotUrl: 'https://x.org/charts/p' } })
    const answer = await side.create('/v1/graph', { data: [] }, { 'X-Forwarded-Host': 'evil.example' })
    const { graph } = (await answer.json()) as { graph: { graph_id: string; permalink: string } }
    expect(graph.permalink).toBe(`https://x.org/charts/p/${graph.graph_id}`)
    for (const path of [`/v1/graph/${graph.graph_id}`, `/p/${graph.graph_id}.json`, '/docs']) {
      expect([path, await ask('evil.example', path)]).toEqual([path, 200])
      expect([path, await ask('evil.example', `/charts${path}`)]).toEqual([path, 200])
    }
  })

  const headOf = async (request: string) => (await side.raw(request)).split('\r\n')[0]

  test.each(['a b', 'x.org:99999', '[::1', '<x>', '%', '256.256.256.256', 'x.org/p', 'user@x.org'])(
    'Host: %s is none: 400, whatever is asked for',
    async host => {
      side = await startHttp()
      const { graph } = (await (await side.create('/v1/graph', { data: [] })).json()) as {
        graph: { graph_id: string }
      }
      for (const path of [`/p/${graph.graph_id}.json`, `/p/${graph.graph_id}`, '/graphql', '/healthz']) {
        expect([path, await ask(host, path)]).toEqual([path, 400])
      }
    },
  )

  test('two Host headers are refused; an absolute target stands above the one', async () => {
    side = await startHttp()
    expect(
      await headOf('GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'),
    ).toContain(' 400 ')
    const { graph } = (await (await side.create('/v1/graph', { data: [] })).json()) as {
      graph: { graph_id: string }
    }
    for (const target of [
      `http://b.org/p/${graph.graph_id}?embed`,
      `https://b.org/p/${graph.graph_id}.json?download`,
    ]) {
      expect(await headOf(`GET ${target} HTTP/1.1\r\nHost: a.org:80\r\nConnection: close\r\n\r\n`)).toContain(
        ' 200 ',
      )
    }
    expect(await headOf(`GET /p/${graph.graph_id} HTTP/1.0\r\n\r\n`)).toContain(' 200 ')
  })
})
