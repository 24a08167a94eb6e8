/** What one api allows, refuses or answers, the other does too: one table of cases, run through both. */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createOperator } from '../../src/accounts/operator.ts'
import type { Scope } from '../../src/domain/actor.ts'
import { type QuietService, startQuietService } from '../api/graphql/service.ts'
import { type Api, graphqlApi, type Outcome, restApi } from './apis.ts'

const limit = 5_000_000
let service: QuietService
let apis: readonly Api[]

beforeAll(async () => {
  service = await startQuietService({ MAX_BODY_BYTES: String(limit) })
  apis = [restApi(service.baseUrl), graphqlApi(service.baseUrl)]
})
afterAll(() => service.close())

/** Runs a case through both apis; what is random in an outcome is made equal. */
async function both(run: (api: Api) => Promise<Outcome>): Promise<Outcome> {
  const [rest, graphql] = await Promise.all(apis.map(run))
  expect(settled(graphql!)).toEqual(settled(rest!))
  return rest!
}

function settled({ graph, ...rest }: Outcome): unknown {
  if (!graph) return { graph, ...rest }
  const { graphId, ...fields } = graph
  expect(graphId).toMatch(/^[\w-]{21}$/)
  return { ...rest, graph: JSON.parse(JSON.stringify(fields).replaceAll(graphId, 'ID')) }
}

/** A case is a figure, or the text of one where JavaScript could not write it so. */
const textOf = (figure: unknown) => (typeof figure === 'string' ? figure : JSON.stringify(figure))

const figures: Readonly<Record<string, unknown>> = {
  'an empty figure': { data: [] },
  'a figure with a layout': { data: [{ type: 'bar', x: ['a'], y: [1] }], layout: { title: 'T', width: 300 } },
  'a title with its text': { data: [], layout: { title: { text: '<b>T</b>' } } },
  'a template of its own': { data: [], layout: { template: { layout: { colorway: ['red'] } } } },
  'a layout that is null': { data: [], layout: null },
  frames: { data: [{ y: [1] }], frames: [{ name: 'f', data: [{ y: [2] }] }] },
  'a trace without a type': { data: [{ y: [1.5, null, -0.25] }] },
  'keys that need quotes': { data: [{ type: 'scatter', 'a key': 1, constructor: 2, '': 3, 10: 4, 2: 5 }] },
  'signs of every kind': {
    data: [{ type: 'scatter', text: ['</script>', '\u2028', '😀', '"\\', '\u0000'] }],
  },
  'numbers as they were written': '{"data": [{"y": [1.0, -0, 1e400, 12345678901234567890, 0.10]}]}',
  'spaces, escapes and order as they were written':
    ' {"layout": {"title" : "\\u00e9"},\n"data":\t[ {"10":1, "2":2, "name": "\\u00e9\\/", "a":1,"a":2} ]} ',
  'what exports carry for their own libraries': {
    data: [],
    config: { responsive: true },
    version: '4.1.1',
    attrs: { a: [{}] },
  },
}

const refusals: Readonly<Record<string, unknown>> = {
  'no data': {},
  'no data but a layout': { layout: {} },
  'data that is null': { data: null },
  'data that is not an array': { data: { type: 'bar' } },
  'data of no objects': { data: [1, null, 'x', []] },
  'an unknown trace type': { data: [{ type: 'barr' }] },
  'a trace type that is not a string': { data: [{ type: 7 }] },
  'a layout that is a text': { data: [], layout: 'plain' },
  'frames that are no list': { data: [], frames: {} },
  'many faults at once': { data: [{ type: 'x' }, 5, { type: 'y' }], layout: 3 },
  'an unknown key beside data': { data: [], layuot: {} },
  'a __proto__ key in data': JSON.parse('{"data": [{"type": "bar", "__proto__": {"a": 1}}]}'),
  'a __proto__ key in layout': JSON.parse('{"data": [], "layout": {"a": {"__proto__": 1}}}'),
  'nesting beyond 64': { data: [{ type: 'bar', x: JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`) }] },
  'a __proto__ key beside data': '{"data": [], "__proto__": {}}',
  'a number in layout that is no double': '{"data": [], "layout": {"width": 1e400}}',
  'more than 2 million points': { data: [{ y: Array(2_000_001).fill(0) }] },
  'more than 2,000 traces': { data: Array.from({ length: 2_001 }, () => ({})) },
}

describe('create and read', () => {
  test.each(Object.entries(figures))('%s', async (_name, figure) => {
    const made = await both(api => api.create(textOf(figure), { key: service.key }))
    const graphId = made.graph?.graphId ?? ''
    const read = await both(api => api.read(graphId))
    expect(read.graph).toEqual(made.graph)
  })

  test('what one api stored the other reads, and either may delete', async () => {
    for (const [maker, other] of [apis, [...apis].reverse()]) {
      const { graph } = await maker!.create('{"data":[{"type":"pie","values":[1]}]}', { key: service.key })
      expect(await other!.read(graph!.graphId)).toEqual({ graph })
      expect(await other!.remove(graph!.graphId, { key: service.key })).toEqual({ deleted: true })
      expect((await maker!.remove(graph!.graphId, { key: service.key })).error?.code).toBe('graph_not_found')
    }
  })
})

describe('refused figures: the same code, message and details', () => {
  test.each(Object.entries(refusals))('%s', async (_name, figure) => {
    const before = await service.ask('{ viewer { graphCount } }')
    const { error } = await both(api => api.create(textOf(figure), { key: service.key }))
    expect(error?.code).toBe('invalid_figure')
    expect(error?.details).not.toHaveLength(0)
    expect((await service.ask('{ viewer { graphCount } }')).data).toEqual(before.data)
  })
})

describe('what is no figure at all', () => {
  test('data twice', async () => {
    const { error } = await both(api => api.create('{"data": [], "data": [{}]}', { key: service.key }))
    expect(error?.code).toBe('invalid_json')
  })

  // Where it stops being JSON is not the same place in both bodies.
  test.each(['{"data": [NaN]}', '{"data": [1,]}', '{"data": [01]}', '{"data": ["\t"]}'])(
    '%s',
    async figure => {
      const outcomes = await Promise.all(apis.map(api => api.create(figure, { key: service.key })))
      for (const { error } of outcomes) {
        expect(error?.code).toBe('invalid_json')
        expect(error?.message).toMatch(/^the body is not JSON at position \d+ \(line 1, column \d+\): found /)
      }
    },
  )

  test.each([
    ['no JSON by its type', { 'Content-Type': 'text/plain' }, '{}', 415, 'unsupported_media_type'],
    ['packed in a way nobody knows', { 'Content-Encoding': 'lzma' }, '{}', 415, 'unsupported_media_type'],
    ['not packed as it says', { 'Content-Encoding': 'gzip' }, '{}', 400, 'invalid_json'],
    ['no UTF-8', {}, new Uint8Array([0x7b, 0x22, 0xff, 0x22]), 400, 'invalid_json'],
    ['nothing', {}, '', 400, 'invalid_json'],
  ])('%s', async (_name, headers, body, status, code) => {
    const [rest, graphql] = await Promise.all(
      ['/v1/graph', '/graphql'].map(async path => {
        const response = await fetch(service.baseUrl + path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${service.key}`, ...headers },
          body,
        })
        return { status: response.status, body: await response.json() }
      }),
    )
    expect(rest).toMatchObject({ status, body: { error: { code } } })
    expect(graphql).toMatchObject({ status, body: { errors: [{ extensions: { code } }] } })
  })
})

describe('who may do what', () => {
  const figure = '{"data":[]}'

  test.each([
    ['no key', null],
    ['a key that is none', 'nonsense'],
    ['a key that never was', `pg_${'x'.repeat(43)}`],
  ])('create and delete with %s', async (_name, key) => {
    const create = await both(api => api.create(figure, { key }))
    expect(create.error?.code).toBe('unauthenticated')
    const remove = await both(api => api.remove('x'.repeat(21), { key }))
    expect(remove.error?.code).toBe('unauthenticated')
  })

  test('create and delete with a key that has expired, or was revoked', async () => {
    const expiresAt = new Date(Date.now() + 100)
    const expired = await service.newKey({ expiresAt })
    const revoked = await service.newKey()
    await createOperator(service.store).revokeKey(revoked)
    while (new Date() <= expiresAt) await new Promise(resolve => setTimeout(resolve, 20))
    for (const key of [expired, revoked]) {
      expect((await both(api => api.create(figure, { key }))).error?.code).toBe('unauthenticated')
      const remove = await both(api => api.remove('x'.repeat(21), { key }))
      expect(remove.error?.code).toBe('unauthenticated')
    }
  })

  test.each<[string, Scope[], string | undefined, string | undefined]>([
    ['graphs:write', ['graphs:write'], undefined, 'forbidden'],
    ['graphs:delete', ['graphs:delete'], 'forbidden', undefined],
    ['graphs:read and keys:manage', ['graphs:read', 'keys:manage'], 'forbidden', 'forbidden'],
  ])('a key with %s', async (_name, scopes, create, remove) => {
    const key = await service.newKey({ scopes })
    expect((await both(api => api.create(figure, { key }))).error?.code).toBe(create)
    const outcome = await both(async api => {
      const { graph } = await api.create(figure, { key: service.key })
      return api.remove(graph!.graphId, { key })
    })
    expect(outcome.error?.code).toBe(remove)
  })

  test('refused before the figure is looked at', async () => {
    const { error } = await both(api => api.create('{"data":7}', { key: null }))
    expect(error?.code).toBe('unauthenticated')
  })

  test("another account's graph is read and not deleted", async () => {
    const stranger = await service.newKey({ email: 'stranger@example.com' })
    const { graph } = await apis[0]!.create(figure, { key: service.key })
    expect((await both(api => api.read(graph!.graphId, { key: stranger }))).error).toBeUndefined()
    const { error } = await both(api => api.remove(graph!.graphId, { key: stranger }))
    expect(error?.code).toBe('forbidden')
  })

  test('a read ignores a key that is not valid', async () => {
    const { graph } = await apis[0]!.create(figure, { key: service.key })
    expect((await both(api => api.read(graph!.graphId, { key: 'nonsense' }))).graph).toEqual(graph)
  })
})

describe('graphs that are not there', () => {
  test.each([['x'.repeat(21)], ['short'], ['a/b'], ["'; drop"], ['é']])('%p', async graphId => {
    // Over REST a missing graph is an error; GraphQL says null, as its clients expect. Deleting refuses alike.
    const [rest, graphql] = await Promise.all(apis.map(api => api.read(graphId)))
    expect(rest?.error?.code).toBe('graph_not_found')
    expect(graphql).toEqual({ graph: null })
    const { error } = await both(api => api.remove(graphId, { key: service.key }))
    expect(error?.code).toBe('graph_not_found')
  })
})

describe('idempotency', () => {
  const figure = '{"data":[{"type":"bar"}]}'

  test('the same again, and a conflict', async () => {
    const call = { key: service.key, idempotencyKey: 'parity' }
    for (const api of apis) {
      const first = await api.create(figure, call)
      expect(await api.create(figure, call)).toEqual(first)
    }
    const { error } = await both(api => api.create('{"data":[]}', call))
    expect(error?.code).toBe('idempotency_conflict')
  })

  test('an answer that was deleted meanwhile', async () => {
    for (const api of apis) {
      const call = { key: service.key, idempotencyKey: 'deleted' }
      const { graph } = await api.create(figure, call)
      await api.remove(graph!.graphId, call)
      expect((await api.create(figure, call)).error?.code).toBe('graph_not_found')
    }
  })

  test('keys are of one form', async () => {
    const outcomes = await Promise.all(
      apis.map(api => api.create(figure, { key: service.key, idempotencyKey: 'x'.repeat(256) })),
    )
    expect(outcomes.map(({ error }) => error?.code)).toEqual(['invalid_parameter', 'invalid_parameter'])
  })
})

describe('limits', () => {
  test('a body of MAX_BODY_BYTES passes, one more does not, counted after inflating', async () => {
    const call = { key: service.key }
    expect((await both(api => api.createLarge(limit, call))).error).toBeUndefined()
    expect((await both(api => api.createLarge(limit + 1, call))).error?.code).toBe('payload_too_large')
  })

  test('the rate of creates is one, whichever API they come through', async () => {
    const limited = await startQuietService({ RATE_LIMIT: '4/min' })
    try {
      const call = { key: limited.key }
      const [rest, graphql] = [restApi(limited.baseUrl), graphqlApi(limited.baseUrl)]
      for (const api of [rest, graphql, graphql, rest]) {
        expect((await api.create('{"data":[]}', call)).error).toBeUndefined()
      }
      const refused = [await rest.create('{"data":[]}', call), await graphql.create('{"data":[]}', call)]
      expect(refused.map(({ error }) => error?.code)).toEqual(['rate_limited', 'rate_limited'])
      const other = { key: await limited.newKey() }
      expect((await graphql.create('{"data":[]}', other)).error).toBeUndefined()
    } finally {
      await limited.close()
    }
  })
})
