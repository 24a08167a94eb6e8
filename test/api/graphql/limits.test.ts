/** Limits before work: each refused with `query_too_complex` while the store is not asked anything. */

import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { countingStore } from './counting-store.ts'
import { type QuietService, send, startQuietService } from './service.ts'

const store = countingStore()
let service: QuietService

beforeAll(async () => {
  service = await startQuietService({}, { wrap: store.wrap })
})
afterAll(() => service.close())

const graph = 'graph(id: "aaaaaaaaaaaaaaaaaaaaa")'
const repeated = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ')

/** node { node { … } } cannot go deep, inline fragments carry fields: depth by nested connections. */
const deep = (levels: number) => {
  let query = 'cursor'
  for (let level = 0; level < levels; level++) query = `edges { ${query} }`
  return `{ viewer { ${query} } }`
}

async function refused(query: string, variables?: unknown) {
  store.calls()
  const { status, data, errors } = await service.ask(query, variables)
  expect(status).toBe(200)
  expect(data).toBeUndefined()
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['query_too_complex'])
  expect(store.calls()).toEqual({})
  return errors[0]?.message ?? ''
}

async function answered(query: string) {
  const { data, errors } = await service.ask(query)
  expect(errors).toEqual([])
  return data
}

describe('depth', () => {
  test('12 levels are within it: what does not exist is said as such', async () => {
    const { errors } = await service.ask(deep(10))
    expect(errors[0]?.extensions.code).toBe('invalid_query')
  })

  test('13 levels are refused', async () => {
    expect(await refused(deep(11))).toMatch(/13 levels/)
  })

  test('13 levels by way of fragments are refused', async () => {
    const fragments = repeated(12, i => `fragment f${i} on Graph { ${i < 11 ? `a { ...f${i + 1} }` : 'b'} }`)
    await refused(`{ ${graph} { a { ...f0 } } } ${fragments}`)
  })

  test('the whole of introspection is within it', async () => {
    const { getIntrospectionQuery } = await import('graphql')
    const { __schema } = await answered(getIntrospectionQuery())
    expect(__schema.types.length).toBeGreaterThan(20)
  })

  test('introspection in circles is refused', async () => {
    const { errors } = await service.ask(
      `{ __schema { types { ${'fields { type { '.repeat(5)} name ${'} }'.repeat(5)} } } }`,
    )
    expect(errors[0]?.extensions.code).toBe('invalid_query')
  })
})

describe('aliases', () => {
  const aliases = (count: number) => `{ ${repeated(count, i => `a${i}: ${graph} { title }`)} }`

  test('30 are answered, 31 refused', async () => {
    await answered(aliases(30))
    expect(await refused(aliases(31))).toMatch(/31 aliases/)
  })

  test('are counted as often as their fragment is spread', async () => {
    const spread = (count: number) =>
      `{ ${repeated(count, () => '...ten')} } fragment ten on Query { ${repeated(10, i => `a${i}: ${graph} { title }`)} }`
    await answered(spread(3))
    await refused(spread(4))
  })
})

describe('cost', () => {
  test('is shown', async () => {
    const { extensions } = await service.ask(`{ ${graph} { title permalink } }`)
    expect(extensions).toEqual({ cost: 3 })
    const { extensions: more } = await service.ask('{ viewer { graphs(first: 50) { nodes { title } } } }')
    expect(more.cost).toBeGreaterThanOrEqual(50)
  })

  test('too much of it is refused', async () => {
    const points = 'traces { points(first: 10000) { nodes { index x y z values } } }'
    expect(await refused(`{ viewer { graphs(first: 100) { nodes { ${points} } } } }`)).toMatch(/costs \d+/)
  })

  test('counts what variables ask for', async () => {
    const query =
      'query ($n: Int!, $p: Int!) { viewer { graphs(first: $n) { nodes { traces(index: 0) { points(first: $p) { nodes { x y } } } } } } }'
    const cost = async (n: number, p: number) =>
      (await service.ask(query, { n, p })).extensions.cost as number
    expect(await cost(10, 100)).toBeGreaterThan(await cost(1, 100))
    expect(await cost(1, 1000)).toBeGreaterThan(await cost(1, 100))
    await refused(query, { n: 100, p: 10_000 })
  })

  test('is that of the operation that is run', async () => {
    const document = `query Cheap { ${graph} { title } } query Dear { viewer { graphs(first: 100) { nodes { traces { points(first: 10000) { nodes { x y } } } } } } }`
    const run = (operationName: string) =>
      send(service.baseUrl, JSON.stringify({ query: document, operationName }), { key: service.key })
    expect((await run('Cheap')).extensions).toEqual({ cost: 2 })
    expect((await run('Dear')).errors[0]?.extensions.code).toBe('query_too_complex')
  })
})

describe('the text of a query', () => {
  test('tokens', async () => {
    expect(await refused(`{ ${repeated(10_001, () => 'a')} }`)).toMatch(/10000 tokens/)
    expect(
      await refused(
        `mutation { createGraph(input: {data: [{y: [${repeated(10_001, String)}]}]}) { graph { id } } }`,
      ),
    ).toMatch(/variables/)
  })

  test('tokens of who asks without a key', async () => {
    const listed = (count: number) => `{ graph(id: [${'1 '.repeat(count)}]) { title } }`
    const codes = async (query: string, key: string | null, more: object[] = []) => {
      const body = more.length > 0 ? [{ query }, ...more] : { query }
      const { text } = await send(service.baseUrl, JSON.stringify(body), { key })
      return [JSON.parse(text)].flat().map(({ errors }) => errors?.[0].extensions.code)
    }
    expect(await codes(listed(2_900), null)).toEqual(['invalid_query'])
    expect(await codes(listed(3_001), null)).toEqual(['query_too_complex'])
    expect(await codes(listed(3_001), service.key)).toEqual(['invalid_query'])
    expect(await codes(listed(3_001), null)).toEqual(['query_too_complex'])
    const batch = [{ query: '{ __typename }' }]
    expect(await codes(listed(3_001), null, batch)).toEqual(['query_too_complex', undefined])
    expect(await codes(listed(3_001), service.key, batch)).toEqual(['invalid_query', undefined])
  })

  test('tokens of several queries together, without a key', async () => {
    const batch = JSON.stringify(
      Array.from({ length: 10 }, (_, at) => ({ query: `{ ${repeated(400, i => `n${at}of${i}`)} }` })),
    )
    const { errors } = await send(service.baseUrl, batch, { key: null })
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['query_too_complex'])
    expect(JSON.parse((await send(service.baseUrl, batch, { key: service.key })).text)).toHaveLength(10)
  })

  test('nesting', async () => {
    await refused(`{ ${graph} ${'{ a '.repeat(5_000)}`)
    await refused(
      `mutation { createGraph(input: {data: ${'['.repeat(4_000)}${']'.repeat(4_000)}}) { graph { id } } }`,
    )
  })

  test('length', async () => {
    const { status, errors } = await service.ask(`{ ${graph} { title } } #${'x'.repeat(256 * 1024)}`)
    expect([status, errors[0]?.extensions.code]).toEqual([400, 'query_too_complex'])
    expect(errors[0]?.message).toMatch(/query has more than 262144 bytes/)
  })

  test('length of a variable that is no figure', async () => {
    const query = 'query ($id: ID!) { graph(id: $id) { title } }'
    expect(await refused(query, { id: 'x'.repeat(256 * 1024) })).toMatch(/id has more than/)
  })

  test.each([
    [
      'a variable',
      (value: string) =>
        `{"query": "query ($id: ID!) { graph(id: $id) { title } }", "variables": {"id": ${value}}}`,
      'invalid_parameter',
    ],
    [
      'an input',
      (value: string) =>
        `{"query": "mutation ($i: CreateGraphInput!) { createGraph(input: $i) { graph { id } } }", "variables": {"i": [${value}]}}`,
      'invalid_parameter',
    ],
    ['variables', (value: string) => `{"query": "{ __typename }", "variables": [${value}]}`, 'invalid_query'],
    ['a query', (value: string) => `{"query": ${value}}`, 'invalid_query'],
    [
      'the name of an operation',
      (value: string) => `{"query": "{ __typename }", "operationName": ${value}}`,
      'invalid_query',
    ],
    [
      'extensions',
      (value: string) => `{"query": "{ __typename }", "extensions": [${value}]}`,
      'invalid_query',
    ],
  ])('what cannot be %s is refused by its kind, and not parsed', async (_, body, code) => {
    const parse = jest.spyOn(JSON, 'parse')
    const { errors } = await send(service.baseUrl, body(`${'['.repeat(60_000)}${']'.repeat(60_000)}`), {
      key: null,
    })
    const longest = Math.max(...parse.mock.calls.map(([text]) => text.length))
    parse.mockRestore()
    expect(errors[0]?.extensions.code).toBe(code)
    expect(longest).toBeLessThan(10_000)
  })

  test('a value that does not fit is quoted in part', async () => {
    const query = 'query ($n: Int) { viewer { graphs(first: $n) { nodes { title } } } }'
    const { errors, text } = await service.ask(query, { n: '9'.repeat(100_000) })
    expect(errors[0]?.extensions.code).toBe('invalid_parameter')
    expect(text.length).toBeLessThan(2_000)
  })

  test('extensions, and lists of single values, are short', async () => {
    const extensions = { client: 'x'.repeat(16 * 1024) }
    const body = JSON.stringify({ query: '{ __typename }', extensions })
    expect((await send(service.baseUrl, body)).errors[0]?.extensions.code).toBe('query_too_complex')
  })

  test('brackets in texts do not count', async () => {
    const { data } = await service.ask(`{ graph(id: "${'['.repeat(500)}") { title } }`)
    expect(data).toEqual({ graph: null })
  })

  test('directives', async () => {
    await answered(`{ ${graph} { title ${repeated(10, () => '@include(if: true)').slice(0, 18)} } }`)
    await refused(`{ ${graph} { title ${repeated(51, () => '@include(if: true)')} } }`)
  })

  test('fields, however they are repeated', async () => {
    await refused(`{ ${graph} { ${repeated(1_001, () => 'title')} } }`)
  })

  test('fragments that double each other', async () => {
    const bomb = repeated(40, i => `fragment f${i} on Graph { ...f${i + 1} ...f${i + 1} }`)
    // Whoever spread them out would never be done.
    await refused(`{ ${graph} { ...f0 } } ${bomb} fragment f40 on Graph { title }`)
  })

  // Validation compares each pair of them: 8 KB took 160 ms.
  test.each([
    ['as they are', `{ ${repeated(101, () => 'viewer { id }')} }`],
    [
      'by fragments',
      `{ ...a ...b } ${repeated(2, i => `fragment ${'ab'[i]} on Query { ${repeated(60, () => 'viewer { id }')} }`)}`,
    ],
    ['by places that are merged', `{ ${repeated(10, () => `viewer { ${repeated(11, () => 'id')} }`)} }`],
    ['in several operations', repeated(3, i => `query q${i} { ${repeated(70, () => 'viewer { id }')} }`)],
    ['of a subscription', `subscription { ${repeated(101, () => 'graph(graphId: "x") { version }')} }`],
  ])('fields of one name in one place, %s', async (_, query) => {
    expect(await refused(query)).toMatch(/repeated too often/)
  })

  test('fields of one name in many places are answered', async () => {
    const parts = repeated(30, i => `a${i}: ${graph} { title graphId ...part }`)
    await answered(`{ ${parts} } fragment part on Graph { title permalink imageUrl createdAt }`)
  })

  // Validation reads these too, whatever they have in them.
  test.each([
    ['is spread nowhere', '{ __typename } fragment a on Graph { FIELDS }', 'Fragment "a" is never used.'],
    [
      'is spread by one that is spread nowhere',
      '{ __typename } fragment b on Graph { ...a } fragment a on Graph { FIELDS }',
      'Fragment "b" is never used.',
    ],
    [
      'has the name of another',
      `{ ${graph} { ...a } } fragment a on Graph { FIELDS } fragment a on Graph { title }`,
      'There can be only one fragment named "a".',
    ],
    [
      'spreads itself',
      `{ ${graph} { ...a } } fragment a on Graph { ...b FIELDS } fragment b on Graph { ...a }`,
      'Cannot spread fragment "a" within itself.',
    ],
  ])('a fragment that %s is no query, and not read further', async (_, query, message) => {
    const { errors } = await service.ask(
      query.replace(
        'FIELDS',
        repeated(900, i => `a: ${i % 2 ? 'title' : 'graphId'}`),
      ),
    )
    expect(errors.map(error => [error.extensions.code, error.message])).toEqual([['invalid_query', message]])
  })
})

describe('several operations in one request', () => {
  const batch = (count: number) =>
    send(
      service.baseUrl,
      JSON.stringify(Array.from({ length: count }, () => ({ query: `{ ${graph} { title } }` }))),
    )

  test('10 are answered, 11 refused', async () => {
    const ten = JSON.parse((await batch(10)).text)
    expect(ten).toEqual(
      Array.from({ length: 10 }, () => ({ data: { graph: null }, extensions: { cost: 2 } })),
    )
    const { status, errors } = await batch(11)
    expect(status).toBe(400)
    expect(errors[0]?.extensions.code).toBe('query_too_complex')
  })
})

describe('GRAPHQL_INTROSPECTION=off', () => {
  test('keeps the schema to itself, and answers the rest', async () => {
    const closed = await startQuietService({ GRAPHQL_INTROSPECTION: 'off' })
    try {
      const { errors } = await closed.ask('{ __schema { types { name } } }')
      expect(errors[0]?.extensions.code).toBe('invalid_query')
      expect((await closed.ask(`{ ${graph} { __typename title } }`)).errors).toEqual([])
    } finally {
      await closed.close()
    }
  })
})

test('the schema once, names and definitions of a length: more is refused before any of it is compared', async () => {
  const codeOf = async (query: string) => (await service.ask(query)).errors[0]?.extensions.code
  const schema = '__schema { queryType { name } }'
  expect(await codeOf(`{ a: ${schema} b: ${schema} c: ${schema} }`)).toBe('query_too_complex')
  expect(await codeOf(`{ ${'a'.repeat(300)} }`)).toBe('query_too_complex')
  const fragments = Array.from({ length: 101 }, (_, at) => `fragment f${at} on Query { __typename }`)
  expect(await codeOf(`{ __typename } ${fragments.join(' ')}`)).toBe('query_too_complex')
})
