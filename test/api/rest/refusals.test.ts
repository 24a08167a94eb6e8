import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { errorAnswer } from '../../../src/api/rest/shapes.ts'
import { unavailable } from '../../../src/errors/errors.ts'
import { countGraphs, type HttpSide, startHttp } from '../../support/http.ts'

let side: HttpSide
let weak: string
beforeAll(async () => {
  side = await startHttp()
  weak = await side.newKey(['graphs:read'])
})
afterAll(() => side.close())

const valid = JSON.stringify({ data: [] })
const deep = `${'['.repeat(70)}${']'.repeat(70)}`

async function refused(answer: Response) {
  const { error } = errorAnswer.parse(await answer.json())
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-request-id')).toBeTruthy()
  return { status: answer.status, code: error.code, paths: error.details?.map(({ path }) => path), error }
}

describe('bad bodies: status, code and place, and nothing is stored', () => {
  const traces = (count: number) => JSON.stringify({ data: Array.from({ length: count }, () => ({})) })

  test.each<[string, string, number, string, string[]]>([
    ['nothing', '', 400, 'invalid_json', []],
    ['no JSON', 'hello', 400, 'invalid_json', []],
    ['JSON cut short', '{"data":[', 400, 'invalid_json', []],
    ['more after the JSON', `${valid} x`, 400, 'invalid_json', []],
    ['a comment', '{"data":[] /* none */}', 400, 'invalid_json', []],
    ['NaN', '{"data":[{"y":[NaN]}]}', 400, 'invalid_json', []],
    ['data twice', '{"data":[],"data":[]}', 400, 'invalid_json', []],
    ['data twice, once escaped', '{"data":[],"d\\u0061ta":[]}', 400, 'invalid_json', []],
    ['an array', '[]', 422, 'invalid_figure', ['$']],
    ['null', 'null', 422, 'invalid_figure', ['$']],
    ['no data', '{}', 422, 'invalid_figure', ['data']],
    ['data null', '{"data":null}', 422, 'invalid_figure', ['data']],
    ['data an object', '{"data":{}}', 422, 'invalid_figure', ['data']],
    ['a trace that is no object', '{"data":[{},1]}', 422, 'invalid_figure', ['data[1]']],
    ['an unknown type', '{"data":[{"type":"scater"}]}', 422, 'invalid_figure', ['data[0].type']],
    ['a type that is no string', '{"data":[{"type":7}]}', 422, 'invalid_figure', ['data[0].type']],
    ['layout an array', '{"data":[],"layout":[1]}', 422, 'invalid_figure', ['layout']],
    ['a number beyond JSON', '{"data":[],"layout":{"width":1e400}}', 422, 'invalid_figure', ['layout.width']],
    ['frames an object', '{"data":[],"frames":{}}', 422, 'invalid_figure', ['frames']],
    ['an unknown key', '{"data":[],"layuot":{}}', 422, 'invalid_figure', ['layuot']],
    ['__proto__ in a trace', '{"data":[{"__proto__":{}}]}', 422, 'invalid_figure', ['data[0].__proto__']],
    ['too deep', `{"data":[{"x":${deep}}]}`, 422, 'invalid_figure', []],
    ['too many traces', traces(2001), 422, 'invalid_figure', ['data']],
    [
      'several faults',
      '{"data":[{"type":"x"}],"layout":1,"nope":2}',
      422,
      'invalid_figure',
      ['nope', 'data[0].type', 'layout'],
    ],
  ])('%s', async (_name, body, status, code, paths) => {
    const before = await countGraphs(side)
    for (const path of ['/v1/graph', '/v1/plot', '/v1/chart']) {
      const answer = await refused(await side.create(path, body))
      expect(answer).toMatchObject({ status, code })
      expect(answer.paths ?? []).toEqual(expect.arrayContaining(paths))
    }
    expect(await countGraphs(side)).toBe(before)
  })

  test.each<[string, number[], string]>([
    ['a byte that no character has', [0xff], 'position 27 (line 2, column 11): found the byte 0xff'],
    ['a letter of Latin-1', [0xe9, 0x61], 'position 27 (line 2, column 11): found the byte 0xe9'],
    ['half a character', [0xc3, 0xa9, 0xef, 0xbf], 'position 28 (line 2, column 12): found the byte 0xef'],
    ['half an emoji', [0xed, 0xa0, 0xbd], 'position 27 (line 2, column 11): found the byte 0xed'],
  ])('invalid UTF-8: %s', async (_name, bytes, place) => {
    const body = Buffer.concat([
      Buffer.from('{"data":[{"é":1,\n"name":"€ '),
      Buffer.from(bytes),
      Buffer.from('"}]}'),
    ])
    const answer = await fetch(`${side.url}/v1/graph`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${side.key}`, 'Content-Type': 'application/json' },
      body,
    })
    const { status, code, error } = await refused(answer)
    expect([status, code]).toEqual([400, 'invalid_json'])
    expect(error.message).toBe(`the body is not valid UTF-8 at ${place}; encode it as UTF-8`)
  })

  test('a position is named, and a remedy', async () => {
    const { error } = await refused(await side.create('/v1/graph', '{"data":[1,]}'))
    expect(error.message).toMatch(/line 1|position|column/)
    const typo = await refused(await side.create('/v1/graph', '{"data":[{"type":"scater"}]}'))
    expect(typo.error.details?.[0]?.message).toContain('did you mean "scatter"')
  })
})

describe('Idempotency-Key', () => {
  test.each(['', 'with space', 'x'.repeat(256), 'é'])('%j is refused', async key => {
    const answer = await side.create('/v1/graph', valid, { 'Idempotency-Key': key })
    expect(await refused(answer)).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
      paths: ['Idempotency-Key'],
    })
  })
})

test('all headers that are wrong are named at once', async () => {
  const headers = { 'Idempotency-Key': 'with space', 'Plotgate-Expires': 'soon' }
  const { paths } = await refused(await side.create('/v1/graph', valid, headers))
  expect(paths).toEqual(['Idempotency-Key', 'Plotgate-Expires'])
})

describe('credentials', () => {
  test.each<[string, string | undefined]>([
    ['none', undefined],
    ['another scheme', 'Basic eDp5'],
    ['no token', 'Bearer'],
    ['not of ours', 'Bearer abc'],
    ['two tokens', 'Bearer a b'],
  ])('%s: 401 with a challenge, for creates and deletes', async (_name, authorization) => {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' }
    if (authorization !== undefined) headers.Authorization = authorization
    for (const [method, path] of [
      ['POST', '/v1/graph'],
      ['POST', '/v1/plot'],
      ['POST', '/v1/chart'],
      ['DELETE', '/v1/graph/aaaaaaaaaaaaaaaaaaaaa'],
    ] as const) {
      const answer = await side.call(method, path, { headers, ...(method === 'POST' && { body: valid }) })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(await refused(answer)).toMatchObject({ status: 401, code: 'unauthenticated' })
    }
  })

  test('a key without the scope: 403', async () => {
    const headers = { Authorization: `Bearer ${weak}`, 'Content-Type': 'application/json' }
    const create = await side.call('POST', '/v1/graph', { headers, body: valid })
    expect(await refused(create)).toMatchObject({ status: 403, code: 'forbidden' })
    const remove = await side.call('DELETE', '/v1/graph/aaaaaaaaaaaaaaaaaaaaa', { headers })
    expect(await refused(remove)).toMatchObject({ status: 403, code: 'forbidden' })
  })
})

describe('paths and methods', () => {
  test.each([
    '/v1',
    '/v1/',
    '/v1/graphs',
    '/v1/graph/',
    '/v1/graph/a/b',
    '/v1/Graph',
    '/v2/graph',
    '/graph',
    '/v1//graph',
    '/v1/graph/../graph/x/y',
  ])('%s is not there, whatever the method', async path => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await refused(await side.call(method, path))
      expect([path, method, answer.status, answer.code]).toEqual([path, method, 404, 'not_found'])
    }
  })

  test('what is missing is named as it was asked for, also under {plot_url}', async () => {
    const answer = await refused(await side.call('GET', '/p/nothing/here?secret=1'))
    expect([answer.status, answer.error.message]).toEqual([404, 'there is nothing at "/p/nothing/here"'])
  })

  test.each([
    'short',
    'a'.repeat(22),
    'aaaaaaaaaaaaaaaaaaaa!',
    '%',
    '%zz',
    '%ff%fe',
    '%00',
    '..%2f..%2fetc',
    '😀',
  ])('the id %j names no graph', async graphId => {
    for (const kind of ['graph', 'plot', 'chart']) {
      const answer = await refused(await side.call('GET', `/v1/${kind}/${graphId}`))
      expect(answer).toMatchObject({ status: 404, code: 'graph_not_found' })
    }
  })

  test.each([
    ['GET', '/v1/graph', 'POST, OPTIONS'],
    ['PUT', '/v1/plot', 'POST, OPTIONS'],
    ['DELETE', '/v1/chart', 'POST, OPTIONS'],
    ['PATCH', '/v1/graph/x', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['POST', '/v1/graph/x', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['DELETE', '/v1/plot/x', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/v1/chart/x', 'GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
  ])('%s %s: 405 with Allow', async (method, path, allow) => {
    const answer = await side.call(method, path)
    expect(answer.headers.get('allow')).toBe(allow)
    expect(await refused(answer)).toMatchObject({ status: 405, code: 'method_not_allowed' })
  })

  test('OPTIONS says what is possible', async () => {
    const answer = await side.call('OPTIONS', '/v1/graph/x')
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, PUT, DELETE, OPTIONS'])
    expect((await side.call('OPTIONS', '/v1/nope')).status).toBe(404)
  })
})

describe('the order of refusal', () => {
  // Each request has every fault from its own on; the first in the contract's order answers.
  const long = 'x'.repeat(300 * 1024)
  const key = () => side.key
  test.each<[number, string, string, () => Record<string, string>, string]>([
    [404, 'PUT', '/v1/nope', () => ({ 'Content-Type': 'text/plain' }), long],
    [405, 'PUT', '/v1/graph', () => ({ 'Content-Type': 'text/plain' }), long],
    [401, 'POST', '/v1/graph', () => ({ 'Content-Type': 'text/plain' }), long],
    [
      403,
      'POST',
      '/v1/graph',
      () => ({ 'Content-Type': 'text/plain', Authorization: `Bearer ${weak}` }),
      long,
    ],
    [
      415,
      'POST',
      '/v1/graph',
      () => ({ 'Content-Type': 'text/plain', Authorization: `Bearer ${key()}` }),
      long,
    ],
    [
      413,
      'POST',
      '/v1/graph',
      () => ({
        'Content-Type': 'application/json',
        Authorization: `Bearer ${key()}`,
        'Idempotency-Key': ' a b',
      }),
      long,
    ],
    [
      400,
      'POST',
      '/v1/graph',
      () => ({
        'Content-Type': 'application/json',
        Authorization: `Bearer ${key()}`,
        'Idempotency-Key': ' a b',
      }),
      '{}',
    ],
    [
      422,
      'POST',
      '/v1/graph',
      () => ({ 'Content-Type': 'application/json', Authorization: `Bearer ${key()}` }),
      '{}',
    ],
  ])('%i', async (status, method, path, headers, body) => {
    const answer = await side.call(method, path, { headers: headers(), body })
    expect((await refused(answer)).status).toBe(status)
  })
})

test('no error has headers of the answer that it stands for', async () => {
  const broken = await startHttp({
    graphStore: { figure: () => Promise.reject(unavailable('the store does not answer')) },
  })
  try {
    const created = await broken.create('/v1/plot', { data: [{ y: [1] }], layout: { title: 'T' } })
    const { graph } = (await created.json()) as { graph: { graph_id: string } }
    for (const path of [`/v1/graph/${graph.graph_id}`, `/p/${graph.graph_id}.json`]) {
      const answer = await broken.call('GET', path)
      expect(answer.status).toBe(503)
      for (const name of ['etag', 'accept-ranges', 'content-disposition', 'content-encoding', 'link'])
        expect([name, answer.headers.get(name)]).toEqual([name, null])
    }
  } finally {
    await broken.close()
  }
})

describe('faults of ours', () => {
  test('are told blandly', async () => {
    const broken = await startHttp({
      graphStore: { find: () => Promise.reject(new Error('secret: /var/lib/plotgate')) },
    })
    try {
      const answer = await broken.call('GET', '/v1/graph/aaaaaaaaaaaaaaaaaaaaa')
      const text = await answer.clone().text()
      expect(await refused(answer)).toMatchObject({ status: 500, code: 'internal' })
      expect(text).not.toContain('secret')
    } finally {
      await broken.close()
    }
  })
})
