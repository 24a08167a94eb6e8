/** Creating and deleting graphs: the same road as over REST. */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { create, createMutation, type QuietService, send, startQuietService } from './service.ts'

let service: QuietService

beforeAll(async () => {
  service = await startQuietService()
})
afterAll(() => service.close())

const dataText = async (graphId: string): Promise<string> => {
  const { data } = await service.ask(`{ graph(id: "${graphId}") { dataText } }`)
  return data.graph.dataText
}

/** Creates with the variables written as this text. */
async function createFrom(input: string) {
  const body = `{"query": ${JSON.stringify(createMutation)}, "variables": {"input": ${input}}}`
  return send(service.baseUrl, body, { key: service.key })
}

/** Creates with the input written into the query. */
const createInline = (input: string) =>
  service.ask(`mutation { createGraph(input: ${input}) { graph { graphId data dataText } } }`)

describe('createGraph', () => {
  test('answers with the whole graph, read from no store', async () => {
    const input = {
      data: [{ type: 'pie', labels: ['a'], values: [1] }],
      layout: { title: 'Cake' },
      frames: [],
    }
    const { data, errors } = await service.ask(
      'mutation ($input: CreateGraphInput!) { createGraph(input: $input) { graph { graphId title traceTypes data layout imageUrl permalink } } }',
      { input },
    )
    expect(errors).toEqual([])
    const { graph } = data.createGraph
    expect(graph).toMatchObject({ title: 'Cake', traceTypes: ['pie'], data: input.data })
    expect(graph.layout.title).toEqual('Cake')
    const read = await (await fetch(`${service.baseUrl}/v1/graph/${graph.graphId}`)).json()
    expect(read.graph).toEqual({
      graph_id: graph.graphId,
      image_url: graph.imageUrl,
      permalink: graph.permalink,
      data: graph.data,
      layout: graph.layout,
    })
  })

  describe('data in variables is kept byte for byte', () => {
    const exact =
      '[ {"type": "scatter", "y": [1.0, -0, 12345678901234567890, 1e400, 0.10], "10": 1, "2": 2,\n\t"text": "\\u00e9\\/é", "a": 1, "a": 2} ]'
    const one = `{"layout": {"title": "Exact"}, "data": ${exact}}`
    const graphIds = 'graph { graphId }'

    test.each([
      [
        'of an input',
        'mutation ($v: CreateGraphInput!) { createGraph(input: $v) { graph { graphId } } }',
        one,
      ],
      [
        'of one input of several',
        `mutation ($v: [CreateGraphInput!]!) { createGraphs(input: $v) { results { ${graphIds} } } }`,
        `[${one}, {"data": []}]`,
      ],
      [
        'of several inputs, given as one',
        `mutation ($v: [CreateGraphInput!]!) { createGraphs(input: $v) { results { ${graphIds} } } }`,
        one,
      ],
      [
        'of its own',
        `mutation ($v: JSON!) { createGraph(input: {data: $v, layout: {title: "Exact"}}) { ${graphIds} } }`,
        exact,
      ],
    ])('%s', async (_name, query, variable) => {
      const operation = `{"variables": {"unasked": [[1]], "v": ${variable}}, "query": ${JSON.stringify(query)}}`
      const plain = await send(service.baseUrl, operation, { key: service.key })
      const strict = await send(service.baseUrl, operation, {
        key: service.key,
        headers: { Accept: 'application/graphql-response+json' },
      })
      const [batched] = JSON.parse(
        (await send(service.baseUrl, ` [ ${operation} ]`, { key: service.key })).text,
      )
      for (const { data } of [plain, strict, batched]) {
        const { graph } = data.createGraph ?? data.createGraphs.results[0]
        expect(await dataText(graph.graphId)).toBe(exact)
      }
    })
  })

  test('leaves out what exports carry for their own libraries, as REST does', async () => {
    const { errors } = await createFrom('{"data": [], "config": {"responsive": true}, "version": "1"}')
    expect(errors).toEqual([])
  })

  test('keeps numbers in literals digit by digit, and shows them as they are', async () => {
    const { text, data } = await createInline(
      '{data: [{type: "scatter", y: [1.0, -0.10, 1e400, 98765432109876543210]}]}',
    )
    const exact = '[{"type":"scatter","y":[1.0,-0.10,1e400,98765432109876543210]}]'
    expect(data.createGraph.graph.dataText).toBe(exact)
    expect(text).toContain(`"data":${exact}`)
  })

  test('keeps the order of keys in literals, and texts with every kind of sign', async () => {
    const { data } = await createInline(
      '{data: [{zeta: 1, type: "bar", alpha: "\\u2028 \\\\ \\" <\\/script> 😀"}]}',
    )
    expect(data.createGraph.graph.data[0].alpha).toBe('\u2028 \\ " </script> 😀')
    expect(Object.keys(JSON.parse(data.createGraph.graph.dataText)[0])).toEqual(['zeta', 'type', 'alpha'])
  })

  test('takes variables inside a literal', async () => {
    const { data } = await service.ask(
      'mutation ($y: JSON!) { createGraph(input: {data: [{type: "bar", y: $y}]}) { graph { data } } }',
      { y: [1, 2] },
    )
    expect(data.createGraph.graph.data).toEqual([{ type: 'bar', y: [1, 2] }])
  })

  test.each([
    ['a variable', () => createFrom('{"data": [{"type": "bar", "__proto__": {"x": 1}}]}')],
    ['a literal', () => createInline('{data: [{type: "bar", __proto__: {x: 1}}]}')],
  ])('refuses a __proto__ key in %s', async (_where, attempt) => {
    const { data, errors } = await attempt()
    expect(data.createGraph).toBeNull()
    expect(errors[0]?.extensions).toMatchObject({
      code: 'invalid_figure',
      details: [{ path: 'data[0].__proto__' }],
    })
  })

  test('names every fault with its path', async () => {
    const { errors } = await service.ask(createMutation, {
      input: { data: [{ type: 'barr' }, 7], layout: [1] },
    })
    expect(errors[0]?.path).toEqual(['createGraph'])
    expect(errors[0]?.extensions.code).toBe('invalid_figure')
    expect(errors[0]?.extensions.details?.map(({ path }) => path).sort()).toEqual([
      'data[0].type',
      'data[1]',
      'layout',
    ])
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['null', { data: null, layout: 5 }, ['data', 'layout']],
    ['missing', { layout: {} }, ['data']],
  ])('names the faults of a figure whose data is a variable that is %s', async (_, variables, paths) => {
    const { errors } = await service.ask(
      `mutation ($data: JSON!, $layout: JSON) {
        createGraph(input: { data: $data, layout: $layout }) { graph { graphId } }
      }`,
      variables,
    )
    expect(errors[0]?.extensions.code).toBe('invalid_figure')
    expect(errors[0]?.extensions.details?.map(({ path }) => path).sort()).toEqual(paths)
  })

  test('does not choke on nesting', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const { errors } = await createFrom(`{"data": [{"type": "bar", "x": ${deep}}]}`)
    expect(errors[0]?.extensions.code).toBe('invalid_figure')
  })

  test('takes a body of figures up to the limit', async () => {
    const y = Array.from({ length: 200_000 }, (_, index) => Math.sin(index))
    const graphId = await create(service, { data: [{ type: 'scatter', y }] })
    expect(JSON.parse(await dataText(graphId))[0].y).toEqual(y)
  })
})

describe('who may create', () => {
  const input = { data: [] }

  test.each([
    ['no key', null, 'unauthenticated'],
    ['a key that never was', 'pg_nothing', 'unauthenticated'],
  ])('%s: %s', async (_name, key, code) => {
    const { data, errors } = await service.ask(createMutation, { input }, { key })
    expect(data).toEqual({ createGraph: null })
    expect(errors[0]?.extensions.code).toBe(code)
  })

  test('a key without the scope: forbidden', async () => {
    const key = await service.newKey({ scopes: ['graphs:delete'] })
    const { errors } = await service.ask(createMutation, { input }, { key })
    expect(errors[0]?.extensions.code).toBe('forbidden')
  })

  test('cookies are no credential', async () => {
    const { errors } = await service.ask(
      createMutation,
      { input },
      {
        key: null,
        headers: { Cookie: `session=${service.key}; key=${service.key}` },
      },
    )
    expect(errors[0]?.extensions.code).toBe('unauthenticated')
  })
})

describe('idempotencyKey', () => {
  test("gives the first answer again, refuses another input, and is its account's own", async () => {
    const input = { data: [{ type: 'bar', y: [1] }], idempotencyKey: 'once' }
    const first = await create(service, input)
    expect(await create(service, input)).toBe(first)
    const { errors } = await service.ask(createMutation, { input: { ...input, data: [] } })
    expect(errors[0]?.extensions.code).toBe('idempotency_conflict')
    const stranger = await service.newKey({ email: 'other@example.com' })
    expect(await create(service, input, { key: stranger })).not.toBe(first)
  })

  test('is over the texts of the figure: not their order, but their bytes', async () => {
    const first = await createFrom('{"data": [{"type": "bar"}], "layout": {}, "idempotencyKey": "bytes"}')
    const again = await createFrom('{"idempotencyKey":"bytes","layout":{},"data":[{"type": "bar"}]}')
    expect(again.data.createGraph.graph.graphId).toBe(first.data.createGraph.graph.graphId)
    const other = await createFrom('{"data": [{"type":  "bar"}], "layout": {}, "idempotencyKey": "bytes"}')
    expect(other.errors[0]?.extensions.code).toBe('idempotency_conflict')
  })

  test('after the graph is deleted its answer is graph_not_found', async () => {
    const input = { data: [], idempotencyKey: 'deleted' }
    const graphId = await create(service, input)
    await service.ask(`mutation { deleteGraph(id: "${graphId}") { deletedGraphId } }`)
    const { errors } = await service.ask(createMutation, { input })
    expect(errors[0]?.extensions.code).toBe('graph_not_found')
  })

  test.each([[''], ['with space'], ['x'.repeat(256)]])('%p is refused', async idempotencyKey => {
    const { errors } = await service.ask(createMutation, { input: { data: [], idempotencyKey } })
    expect(errors[0]?.extensions).toMatchObject({
      code: 'invalid_parameter',
      details: [{ path: 'idempotencyKey' }],
    })
  })
})

describe('createGraphs', () => {
  const mutation = `mutation ($input: [CreateGraphInput!]!) {
    createGraphs(input: $input) { results { graph { graphId title } error { code message details { path } } } }
  }`

  test('answers or refuses each item, in order', async () => {
    const { data, errors } = await service.ask(mutation, {
      input: [
        { data: [], layout: { title: 'One' } },
        { data: [{ type: 'nope' }] },
        { data: [], layout: { title: 'Three' } },
      ],
    })
    expect(errors).toEqual([])
    const [one, two, three] = data.createGraphs.results
    expect(one).toMatchObject({ graph: { title: 'One' }, error: null })
    expect(two).toMatchObject({
      graph: null,
      error: { code: 'invalid_figure', details: [{ path: 'data[0].type' }] },
    })
    expect(three.graph.title).toBe('Three')
  })

  test('refuses more than 100 whole', async () => {
    const { data, errors } = await service.ask(mutation, {
      input: Array.from({ length: 101 }, () => ({ data: [] })),
    })
    expect(data?.createGraphs ?? null).toBeNull()
    expect(errors[0]?.extensions.code).toBe('invalid_parameter')
  })

  test.each<[string, unknown, object]>([
    ['it is null', null, { code: 'invalid_parameter', details: [{ path: 'input' }] }],
    ['it is a number', 7, { code: 'invalid_parameter', details: [{ path: 'input' }] }],
    ['it is a text', 'data', { code: 'invalid_parameter', details: [{ path: 'input' }] }],
    ['it is a list', [{ data: [] }], { code: 'invalid_parameter', details: [{ path: 'input' }] }],
    ['data is null', { data: null }, { code: 'invalid_figure', details: [{ path: 'data' }] }],
    ['data is missing', { layout: {} }, { code: 'invalid_figure', details: [{ path: 'data' }] }],
    ['a key is unknown', { data: [], titel: 'A' }, { code: 'invalid_figure', details: [{ path: 'titel' }] }],
    [
      'expires is no text',
      { data: [], expires: 5 },
      { code: 'invalid_parameter', details: [{ path: 'expires' }] },
    ],
  ])('refuses an item alone if %s', async (_name, item, error) => {
    const input = [{ data: [], layout: { title: 'One' } }, item, { data: [], layout: { title: 'Three' } }]
    const { data, errors } = await service.ask(mutation, { input })
    expect(errors).toEqual([])
    expect(data.createGraphs.results).toMatchObject([
      { graph: { title: 'One' }, error: null },
      { graph: null, error },
      { graph: { title: 'Three' }, error: null },
    ])
  })

  test('refuses so many that they are not even told apart', async () => {
    const input = Array.from({ length: 201 }, () => ({ data: [] }))
    const { data, errors } = await service.ask(mutation, { input })
    expect(data?.createGraphs ?? null).toBeNull()
    expect(errors[0]?.extensions.code).toBe('invalid_parameter')
  })

  test('keeps every text of a full request', async () => {
    const figures = Array.from({ length: 100 }, (_, index) => `[{"y": [${index}.0], "x": [ ]}]`)
    const input = `[${figures.map(data => `{"data": ${data}, "layout": {"title": "T"}, "frames": null}`).join()}]`
    const operation = `{"query": ${JSON.stringify(mutation.replace('title', 'dataText'))}, "variables": {"input": ${input}}}`
    const { text } = await send(service.baseUrl, `[${Array(10).fill(operation).join()}]`, {
      key: service.key,
    })
    for (const { data } of JSON.parse(text)) {
      const results: { graph: { dataText: string } }[] = data.createGraphs.results
      expect(results.map(({ graph }) => graph.dataText)).toEqual(figures)
    }
  })

  test('without a key refuses once for all', async () => {
    const { data, errors } = await service.ask(
      mutation,
      { input: [{ data: [] }, { data: [] }] },
      { key: null },
    )
    expect(data).toEqual({ createGraphs: null })
    expect(errors).toHaveLength(1)
  })
})

describe('deleteGraph', () => {
  const remove = (id: string, key?: string | null) =>
    service.ask(
      'mutation ($id: ID!) { deleteGraph(id: $id) { deletedId deletedGraphId } }',
      { id },
      key === undefined ? {} : { key },
    )

  test('removes the graph, once', async () => {
    const graphId = await create(service, { data: [] })
    const { id } = (await service.ask('query ($id: ID!) { graph(id: $id) { id } }', { id: graphId })).data
      .graph
    expect((await remove(graphId)).data).toEqual({ deleteGraph: { deletedId: id, deletedGraphId: graphId } })
    expect((await fetch(`${service.baseUrl}/v1/graph/${graphId}`)).status).toBe(404)
    expect((await remove(graphId)).errors[0]?.extensions.code).toBe('graph_not_found')
  })

  test('is for the account that created it', async () => {
    const graphId = await create(service, { data: [] })
    const stranger = await service.newKey({ email: 'stranger@example.com' })
    expect((await remove(graphId, stranger)).errors[0]?.extensions.code).toBe('forbidden')
    expect((await remove(graphId, null)).errors[0]?.extensions.code).toBe('unauthenticated')
    expect(
      (await remove(graphId, await service.newKey({ scopes: ['graphs:write'] }))).errors[0]?.extensions.code,
    ).toBe('forbidden')
    expect((await fetch(`${service.baseUrl}/v1/graph/${graphId}`)).status).toBe(200)
  })
})
