/** GraphQL over HTTP: methods, media types, codings, statuses, persisted queries, other origins. */

import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { answerOf, create, type QuietService, send, startQuietService } from './service.ts'

let service: QuietService
let graphId: string

beforeAll(async () => {
  service = await startQuietService({ MAX_BODY_BYTES: '200000' })
  graphId = await create(service, { data: [], layout: { title: 'Here' } })
})
afterAll(() => service.close())

const title = () => `{ graph(id: "${graphId}") { title } }`
const json = (query: string, rest: object = {}) => JSON.stringify({ query, ...rest })

async function get(query: Record<string, string>, headers: Record<string, string> = {}) {
  return answerOf(await fetch(`${service.baseUrl}/graphql?${new URLSearchParams(query)}`, { headers }))
}

describe('POST', () => {
  test('application/json is answered with application/json', async () => {
    const { status, headers, data } = await send(service.baseUrl, json(title()))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-request-id')).toBeTruthy()
    expect(data).toEqual({ graph: { title: 'Here' } })
  })

  test.each([
    ['application/x-www-form-urlencoded', `query=${encodeURIComponent('{ viewer { scopes } }')}`],
    ['text/plain', '{"query": "{ viewer { scopes } }"}'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/graphql', '{ viewer { scopes } }'],
  ])('what a form of another site could send is refused: %s', async (type, body) => {
    const { status, errors } = await send(service.baseUrl, body, { headers: { 'Content-Type': type } })
    expect(status).toBe(415)
    expect(errors[0]?.extensions.code).toBe('unsupported_media_type')
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('%s bodies are read', async (coding, compress) => {
    const body = new Uint8Array(compress(json(title())))
    const { data } = await send(service.baseUrl, body, { headers: { 'Content-Encoding': coding } })
    expect(data).toEqual({ graph: { title: 'Here' } })
  })

  test('a body above MAX_BODY_BYTES is refused, also one that only inflates to it', async () => {
    const body = json(title(), { variables: { filler: 'x'.repeat(250_000) } })
    const plain = await send(service.baseUrl, body)
    expect(plain.status).toBe(413)
    expect(plain.errors[0]?.extensions.code).toBe('payload_too_large')
    const packed = await send(service.baseUrl, new Uint8Array(gzipSync(body)), {
      headers: { 'Content-Encoding': 'gzip' },
    })
    expect(packed.status).toBe(413)
  })

  test.each([
    ['no JSON', '{"query": ', 'invalid_json'],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'invalid_json'],
    ['a number', '7', 'invalid_query'],
    ['null', 'null', 'invalid_query'],
    ['no query', '{}', 'invalid_query'],
    ['a query that is not a string', '{"query": 7}', 'invalid_query'],
    ['variables that are no object', '{"query": "{ __typename }", "variables": []}', 'invalid_query'],
    ['an unknown parameter', '{"query": "{ __typename }", "nonsense": 1}', 'invalid_query'],
    ['nothing', '', 'invalid_json'],
    ['no operation at all', '[]', 'invalid_query'],
    ['a list of what is none', '[7]', 'invalid_query'],
    ['a query twice', '{"query": "{ __typename }", "query": "{ __typename }"}', 'invalid_json'],
  ])('%s is 400', async (_name, body, code) => {
    const { status, errors } = await send(service.baseUrl, body as string)
    expect([status, errors[0]?.extensions.code]).toEqual([400, code])
  })
})

describe('statuses', () => {
  const strict = { headers: { Accept: 'application/graphql-response+json' } }

  test('application/json: what could be read as a request is 200', async () => {
    expect((await send(service.baseUrl, json('{ nonsense }'))).status).toBe(200)
    expect((await send(service.baseUrl, json('{'))).status).toBe(200)
  })

  test('application/graphql-response+json: what is no valid query is 400, and a refused field 200', async () => {
    const wrong = await send(service.baseUrl, json('{ nonsense }'), strict)
    expect(wrong.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8')
    expect(wrong.status).toBe(400)
    expect((await send(service.baseUrl, json('{'), strict)).status).toBe(400)
    const variables = { query: 'query ($id: ID!) { graph(id: $id) { id } }' }
    expect((await send(service.baseUrl, JSON.stringify(variables), strict)).status).toBe(400)
    expect((await send(service.baseUrl, JSON.stringify(variables))).status).toBe(200)
    const field = await send(service.baseUrl, json('{ viewer { scopes } }'), { ...strict, key: 'wrong' })
    expect([field.status, field.errors[0]?.extensions.code]).toEqual([200, 'unauthenticated'])
  })

  test.each([
    ['application/graphql-response+json; charset=utf-8, application/json; charset=utf-8', 'graphql-response'],
    ['application/json; charset=utf-8', 'application/json'],
    ['multipart/mixed;deferSpec=20220824,application/json', 'application/json'],
    ['application/xml, */*;q=0.1', 'application/json'],
    ['application/*', 'application/json'],
  ])('whoever accepts %s is answered', async (accept, type) => {
    const { status, headers, data } = await send(service.baseUrl, json(title()), {
      headers: { Accept: accept },
    })
    expect([status, data]).toEqual([200, { graph: { title: 'Here' } }])
    expect(headers.get('content-type')).toContain(type)
  })

  test('nothing that can be answered with is 406', async () => {
    const { status, errors } = await send(service.baseUrl, json(title()), {
      headers: { Accept: 'image/png' },
    })
    expect([status, errors[0]?.extensions.code]).toEqual([406, 'not_acceptable'])
  })

  test('what cannot be answered is not done', async () => {
    const count = async () =>
      (await service.ask('{ viewer { graphCount } }')).data.viewer.graphCount as number
    const before = await count()
    const query = 'mutation { createGraph(input: {data: []}) { graph { graphId } } }'
    const { status } = await send(service.baseUrl, json(query), {
      key: service.key,
      headers: { Accept: 'image/png' },
    })
    expect([status, await count()]).toEqual([406, before])
  })

  test.each([
    ['application/json', 'a query that is not valid', '{\n  nonsense }', [2, 3]],
    ['application/json', 'a query that is none', '{\n', [2, 1]],
    ['application/graphql-response+json', 'a query that is not valid', '{\n  nonsense }', [2, 3]],
    ['application/json', 'a refused field', '{ __typename\n x: viewer { scopes } }', [2, 2]],
    ['application/graphql-response+json', 'a refused field', '{ __typename\n x: viewer { scopes } }', [2, 2]],
  ])('%s: the error of %s says where in the query it is', async (accept, _name, query, [line, column]) => {
    const { errors } = await send(service.baseUrl, json(query), { headers: { Accept: accept }, key: 'wrong' })
    expect(errors[0]?.locations).toEqual([{ line, column }])
  })

  test('an operation that is not there is said so', async () => {
    const { errors } = await send(service.baseUrl, json('query A { __typename }', { operationName: 'B' }))
    expect(errors[0]?.extensions.code).toBe('invalid_query')
  })
})

describe('GET', () => {
  test('answers queries with variables', async () => {
    const { data } = await get({
      query: 'query ($id: ID!) { graph(id: $id) { title } }',
      variables: JSON.stringify({ id: graphId }),
    })
    expect(data).toEqual({ graph: { title: 'Here' } })
  })

  test('takes an empty operation name for none', async () => {
    expect((await get({ query: title(), operationName: '' })).data).toEqual({ graph: { title: 'Here' } })
  })

  test('never changes anything', async () => {
    const { status, headers, errors } = await get(
      { query: `mutation { deleteGraph(id: "${graphId}") { deletedGraphId } }` },
      { Authorization: `Bearer ${service.key}` },
    )
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe('POST')
    expect(errors[0]?.extensions.code).toBe('invalid_query')
    expect((await send(service.baseUrl, json(title()))).data.graph).not.toBeNull()
  })

  test('variables that are no JSON are 400', async () => {
    const { status, errors } = await get({ query: '{ __typename }', variables: '{' })
    expect([status, errors[0]?.extensions.code]).toEqual([400, 'invalid_json'])
  })
})

test('a long name that is sent twice is not repeated whole', async () => {
  const long = `"${'n'.repeat(5_000)}": 1`
  const { errors } = await send(
    service.baseUrl,
    `{"query": "{ __typename }", "variables": {${long}, ${long}}}`,
  )
  expect(errors[0]?.message).toBe(`the body has "${'n'.repeat(80)}…" twice; send it once`)
})

test('a variable that is sent twice is refused', async () => {
  const query = 'query ($id: ID!) { graph(id: $id) { title } }'
  const body = `{"query": ${JSON.stringify(query)}, "variables": {"id": "a", "id": ${JSON.stringify(graphId)}}}`
  expect((await send(service.baseUrl, body)).errors[0]?.extensions.code).toBe('invalid_json')
})

test.each(['PUT', 'DELETE', 'PATCH'])('%s is 405', async method => {
  const response = await fetch(`${service.baseUrl}/graphql`, { method })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toContain('POST')
})

describe('other origins', () => {
  test('may ask, with a bearer key and never with cookies', async () => {
    const response = await fetch(`${service.baseUrl}/graphql`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://elsewhere.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization')
  })
})

describe('automatic persisted queries', () => {
  const persisted = (query: string) => ({
    persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') },
  })

  test('are asked for by hash, sent once, and known from then on', async () => {
    const query = title()
    const extensions = persisted(query)
    const unknown = await send(service.baseUrl, JSON.stringify({ extensions }))
    expect(unknown.errors[0]).toMatchObject({
      message: 'PersistedQueryNotFound',
      extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
    })
    expect((await send(service.baseUrl, json(query, { extensions }))).data.graph.title).toBe('Here')
    expect((await send(service.baseUrl, JSON.stringify({ extensions }))).data.graph.title).toBe('Here')
    expect((await get({ extensions: JSON.stringify(extensions) })).data.graph.title).toBe('Here')
  })

  test('a hash of another text is refused', async () => {
    const { errors } = await send(service.baseUrl, json(title(), { extensions: persisted('{ other }') }))
    expect(errors[0]?.extensions.code).toBe('invalid_query')
  })

  test('only one version is spoken', async () => {
    const { errors } = await send(
      service.baseUrl,
      json(title(), { extensions: { persistedQuery: { version: 2 } } }),
    )
    expect(errors[0]?.extensions.code).toBe('invalid_query')
  })
})

describe('several operations in one request', () => {
  test('each has its own answer', async () => {
    const { text, status } = await send(
      service.baseUrl,
      JSON.stringify([{ query: title() }, { query: '{ nonsense }' }, { query: '{ viewer { scopes } }' }]),
    )
    expect(status).toBe(200)
    const [first, second, third] = JSON.parse(text)
    expect(first.data.graph.title).toBe('Here')
    expect(second.errors[0].extensions.code).toBe('invalid_query')
    expect(third.data).toEqual({ viewer: null })
  })

  test('a subscription is none of them', async () => {
    const { text } = await send(
      service.baseUrl,
      JSON.stringify([
        { query: `subscription { rendering(graphId: "${graphId}") { status } }` },
        { query: title() },
      ]),
    )
    const [first, second] = JSON.parse(text)
    expect(first.errors[0].extensions.code).toBe('invalid_query')
    expect(second.data.graph.title).toBe('Here')
  })
})

describe('RATE_LIMIT', () => {
  test('counts keys that are made with graphs that are made', async () => {
    const limited = await startQuietService({ RATE_LIMIT: '2/min' })
    try {
      const make = () => limited.ask('mutation { createApiKey(input: {name: "k"}) { secret } }')
      await create(limited, { data: [] })
      expect((await make()).errors).toEqual([])
      expect((await make()).errors[0]?.extensions.code).toBe('rate_limited')
    } finally {
      await limited.close()
    }
  })

  test('counts creates per key with those over REST, and reads per address', async () => {
    const limited = await startQuietService({ RATE_LIMIT: '3/min' })
    try {
      await create(limited, { data: [] })
      const rest = await fetch(`${limited.baseUrl}/v1/graph`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${limited.key}`, 'Content-Type': 'application/json' },
        body: '{"data":[]}',
      })
      expect(rest.status).toBe(201)
      const batch = await limited.ask(
        'mutation { createGraphs(input: [{data: []}, {data: []}]) { results { graph { graphId } error { code } } } }',
      )
      const codes = batch.data.createGraphs.results.map(
        (result: { error: { code: string } | null }) => result.error?.code,
      )
      expect(codes.sort()).toEqual(['rate_limited', undefined])
      const { errors } = await limited.ask(
        'mutation { createGraph(input: {data: []}) { graph { graphId } } }',
      )
      expect(errors[0]?.extensions).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) })

      let last = await limited.ask('{ __typename }')
      for (let count = 0; count < 40 && last.status === 200; count++)
        last = await limited.ask('{ __typename }')
      expect([last.status, last.errors[0]?.extensions.code]).toEqual([429, 'rate_limited'])
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await limited.close()
    }
  })
})

test('faults of ours are told blandly', async () => {
  const broken = await startQuietService(
    {},
    {
      wrap: store => ({
        ...store,
        records: name => store.records(name),
        graphs: {
          ...store.graphs,
          findMany: () => Promise.reject(new Error('secret: the disk under /var is full')),
        },
      }),
    },
  )
  try {
    const { text, errors } = await broken.ask(`{ graph(id: "${'a'.repeat(21)}") { title } }`)
    expect(errors[0]?.extensions).toEqual({ code: 'internal' })
    expect(text).not.toContain('secret')
  } finally {
    await broken.close()
  }
})
