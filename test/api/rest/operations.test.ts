import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { chartAnswer, graphAnswer, okAnswer, plotAnswer } from '../../../src/api/rest/shapes.ts'
import type { GraphId } from '../../../src/domain/ids.ts'
import { type HttpSide, startHttp } from '../../support/http.ts'

let side: HttpSide
beforeAll(async () => {
  side = await startHttp()
})
afterAll(() => side.close())

const figure = { data: [{ type: 'scatter', x: [1, 2], y: [3, 4], name: 'a' }], layout: { title: 'T' } }
const bearer = () => ({ Authorization: `Bearer ${side.key}` })

async function created(path = '/v1/graph', body: unknown = figure): Promise<GraphId> {
  const answer = await side.create(path, body)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { graph: { graph_id: GraphId } }).graph.graph_id
}

describe('creating (spec 4.1, 4.4, 4.6)', () => {
  test.each([
    ['/v1/graph', graphAnswer],
    ['/v1/plot', plotAnswer],
    ['/v1/chart', chartAnswer],
  ] as const)('POST %s answers 201, exactly its fields, and where the graph is', async (path, shape) => {
    const answer = await side.create(path, figure)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { ok, graph } = shape.parse(await answer.json())
    expect(ok).toBe(true)
    expect(answer.headers.get('location')).toBe(`/v1/graph/${graph.graph_id}`)
    if ('permalink' in graph) expect(graph.permalink).toBe(`${side.url}/p/${graph.graph_id}`)
    if ('image_url' in graph) expect(graph.image_url).toBe(`${side.url}/p/${graph.graph_id}.png`)
  })

  test('data comes back byte for byte, at once and later', async () => {
    const data =
      '[ {"y":[1.0, 1e400,12345678901234567890, -0,1E5],\n "name" : "\\u00e9é\\/" , "x":["\\ud83d\\ude00"]} ]'
    const answer = await side.create('/v1/graph', `{"layout":{}, "data" :${data} }`)
    const text = await answer.text()
    expect(text).toContain(`"data":${data},"layout":`)
    const later = await side.call('GET', answer.headers.get('location') ?? '')
    expect(await later.text()).toBe(text)
  })

  test('submitted layout values stand over the default layout', async () => {
    const { graph } = graphAnswer.parse(await (await side.create('/v1/graph', figure)).json())
    expect(graph.layout).toMatchObject({ title: 'T', template: expect.anything() })
  })

  test('no figure is too empty', async () => {
    const { graph } = graphAnswer.parse(await (await side.create('/v1/graph', { data: [] })).json())
    expect(graph.data).toEqual([])
  })

  test('every create makes a new graph', async () => {
    expect(await created()).not.toBe(await created())
  })

  test('what a body says beside the figure, and query parameters, change nothing', async () => {
    const answer = await side.create('/v1/plot?graph_id=x&pretty=1', {
      ...figure,
      config: { responsive: true },
    })
    plotAnswer.parse(await answer.json())
  })
})

describe('Idempotency-Key', () => {
  const send = (path: string, body: unknown, key: string) =>
    side.create(path, body, { 'Idempotency-Key': key })

  test('the same key and body is the same graph', async () => {
    const first = await (await send('/v1/graph', figure, 'k-1')).text()
    const again = await send('/v1/graph', figure, 'k-1')
    expect(again.status).toBe(201)
    expect(await again.text()).toBe(first)
  })

  test('another path is another create', async () => {
    const one = (await (await send('/v1/plot', figure, 'k-2')).json()) as { graph: { graph_id: string } }
    const two = (await (await send('/v1/chart', figure, 'k-2')).json()) as { graph: { graph_id: string } }
    expect(one.graph.graph_id).not.toBe(two.graph.graph_id)
  })

  test('another body is 409', async () => {
    await send('/v1/graph', figure, 'k-3')
    const answer = await send('/v1/graph', { data: [] }, 'k-3')
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'idempotency_conflict' } })
  })

  test('a deleted graph does not come back', async () => {
    const first = await send('/v1/graph', figure, 'k-4')
    await side.call('DELETE', first.headers.get('location') ?? '', { headers: bearer() })
    expect((await send('/v1/graph', figure, 'k-4')).status).toBe(404)
  })

  test('many at once make one graph', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('/v1/graph', figure, 'k-5')))
    expect(new Set(answers.map(answer => answer.headers.get('location'))).size).toBe(1)
  })
})

describe('reading (spec 4.2, 4.5, 4.7)', () => {
  test.each([
    ['graph', graphAnswer],
    ['plot', plotAnswer],
    ['chart', chartAnswer],
  ] as const)('GET /v1/%s/:graph_id shows what any create made', async (kind, shape) => {
    for (const path of ['/v1/graph', '/v1/plot', '/v1/chart']) {
      const graphId = await created(path)
      const answer = await side.call('GET', `/v1/${kind}/${graphId}`)
      expect(answer.status).toBe(200)
      expect(shape.parse(await answer.json()).graph.graph_id).toBe(graphId)
    }
  })

  test.each(['Bearer wrong', 'Basic eDp5', 'nonsense'])(
    'passes over Authorization: %s',
    async authorization => {
      const graphId = await created()
      const answer = await side.call('GET', `/v1/graph/${graphId}`, {
        headers: { Authorization: authorization },
      })
      expect(answer.status).toBe(200)
    },
  )

  test.each(['graph', 'plot', 'chart'])('GET /v1/%s is 304 for whoever has it', async kind => {
    const path = `/v1/${kind}/${await created()}`
    const first = await side.call('GET', path)
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await side.call('GET', path, { headers: { 'If-None-Match': known } })
      expect([known, answer.status, await answer.text()]).toEqual([known, 304, ''])
      // `*` does not say which coding of the answer the caller has.
      expect(answer.headers.get('etag')).toBe(known === '*' ? etag.replace(/-gzip"$/, '"') : etag)
    }
    expect((await side.call('GET', path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
  })

  test('the three presentations have entity tags of their own', async () => {
    const graphId = await created()
    const tags = await Promise.all(
      ['graph', 'plot', 'chart'].map(async kind =>
        (await side.call('GET', `/v1/${kind}/${graphId}`)).headers.get('etag'),
      ),
    )
    expect(new Set(tags).size).toBe(3)
  })

  test('HEAD has the headers of GET and no body', async () => {
    const path = `/v1/graph/${await created()}`
    const get = await side.call('GET', path)
    const head = await side.call('HEAD', path)
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
    }
  })

  test('a percent-encoded id is the same id', async () => {
    const graphId = await created()
    const encoded = `%${graphId.charCodeAt(0).toString(16)}${graphId.slice(1)}`
    expect((await side.call('GET', `/v1/plot/${encoded}`)).status).toBe(200)
  })
})

describe('deleting (spec 4.3)', () => {
  test('answers only ok, and the graph is gone for every operation', async () => {
    const graphId = await created()
    const { headers } = await side.call('GET', `/v1/graph/${graphId}`)
    const answer = await side.call('DELETE', `/v1/graph/${graphId}`, { headers: bearer() })
    expect(answer.status).toBe(200)
    okAnswer.parse(await answer.json())
    for (const kind of ['graph', 'plot', 'chart']) {
      const gone = await side.call('GET', `/v1/${kind}/${graphId}`, {
        headers: { 'If-None-Match': headers.get('etag') ?? '' },
      })
      expect(gone.status).toBe(404)
      expect(gone.headers.get('cache-control')).toBe('no-store')
      expect(await gone.json()).toMatchObject({ ok: false, error: { code: 'graph_not_found' } })
    }
    const again = await side.call('DELETE', `/v1/graph/${graphId}`, { headers: bearer() })
    expect(again.status).toBe(404)
  })

  test("another account's key may not", async () => {
    const graphId = await created()
    const other = await side.newKey(['graphs:delete'], 'other@example.org')
    const answer = await side.call('DELETE', `/v1/graph/${graphId}`, {
      headers: { Authorization: `Bearer ${other}` },
    })
    expect(answer.status).toBe(403)
    expect((await side.call('GET', `/v1/graph/${graphId}`)).status).toBe(200)
  })
})

describe('a graph that is read often', () => {
  test('is gone at once when another API or another gateway deletes it', async () => {
    const graphId = await created()
    for (let i = 0; i < 3; i++) expect((await side.call('GET', `/v1/graph/${graphId}`)).status).toBe(200)
    await side.store.graphs.remove(graphId)
    expect((await side.call('GET', `/v1/graph/${graphId}`)).status).toBe(404)
  })

  test('is the same from memory as from the store', async () => {
    const graphId = await created('/v1/graph', { data: [{ name: 'é😀' }] })
    const texts = await Promise.all(
      [1, 2, 3].map(async () => (await side.call('GET', `/v1/graph/${graphId}`)).text()),
    )
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain('é😀')
  })
})
