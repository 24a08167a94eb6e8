import { afterEach, describe, expect, test } from '@jest/globals'
import { type HttpSide, startHttp } from '../support/http.ts'

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
    expect(answer.headers.get('location')).toBe(`/charts/v1/graph/${graph.graph_id}`)
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
