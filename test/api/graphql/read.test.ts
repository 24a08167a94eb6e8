/** Reading graphs: select, don't fetch. */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { versionName } from '../../../src/domain/graph/graph.ts'
import { requireGraphId } from '../../../src/domain/ids.ts'
import { defaultLook } from '../../../src/domain/image/look.ts'
import { createQuarantine } from '../../../src/domain/image/quarantine.ts'
import { renderTimeout } from '../../../src/errors/errors.ts'
import { countingStore } from './counting-store.ts'
import { create, type QuietService, startQuietService } from './service.ts'

const store = countingStore()
let service: QuietService
let graphId: string

const figure = {
  data: [
    { type: 'bar', name: 'Apples', x: ['a', 'b', 'c', 'd', 'e'], y: [1, 2, 3, 4, 5] },
    { type: 'scatter', name: 'Pears', x: [1, 2, 3], y: [4.5, null, 6] },
    { name: 'Plums', y: [1] },
  ],
  layout: { title: 'Fruit' },
}

beforeAll(async () => {
  service = await startQuietService({}, { wrap: store.wrap })
  graphId = await create(service, figure)
})
afterAll(() => service.close())

const anyone = { key: null }

describe('graph(id)', () => {
  test('gives the fields of the specification, without a credential', async () => {
    const { data, errors } = await service.ask(
      'query ($id: ID!) { graph(id: $id) { graphId permalink imageUrl data layout dataText title traceTypes createdAt warnings { path message } rendering { status error omitted } } }',
      { id: graphId },
      anyone,
    )
    expect(errors).toEqual([])
    expect(data.graph).toMatchObject({
      graphId,
      permalink: `http://service.test/p/${graphId}`,
      imageUrl: `http://service.test/p/${graphId}.png`,
      data: figure.data,
      dataText: JSON.stringify(figure.data),
      title: 'Fruit',
      traceTypes: ['bar', 'scatter'],
      warnings: [],
      rendering: { status: 'pending', error: null, omitted: [] },
    })
    expect(data.graph.layout.title).toEqual('Fruit')
    expect(data.graph.layout.template).toBeDefined()
    const { createdAt } = data.graph
    expect([createdAt, Date.parse(createdAt) <= Date.now()]).toEqual([
      new Date(createdAt).toISOString(),
      true,
    ])
  })

  test('is null for an id that names nothing, and for one that is no id', async () => {
    const { data, errors } = await service.ask(
      `{ a: graph(id: "${'x'.repeat(21)}") { graphId } b: graph(id: "'; --") { graphId } }`,
    )
    expect(errors).toEqual([])
    expect(data).toEqual({ a: null, b: null })
  })

  test('ignores a key that is not valid', async () => {
    const { data, errors } = await service.ask(`{ graph(id: "${graphId}") { title } }`, {}, { key: 'wrong' })
    expect(errors).toEqual([])
    expect(data.graph.title).toBe('Fruit')
  })
})

test('an image that took too long has failed, until it is tried again', async () => {
  const ref = { graphId: requireGraphId(await create(service, figure)), version: 1 }
  const rendering = async () =>
    (await service.ask(`{ graph(id: "${ref.graphId}") { rendering { status error } } }`)).data.graph.rendering
  const quarantine = createQuarantine(service.store)
  expect(await rendering()).toEqual({ status: 'pending', error: null })
  const error = 'data[0].y: the figure was not drawn within 20 s; send less of it'
  await quarantine.strike(versionName(ref), defaultLook, renderTimeout(error))
  expect(await rendering()).toEqual({ status: 'failed', error })
  await quarantine.clear(versionName(ref), defaultLook)
  expect(await rendering()).toEqual({ status: 'pending', error: null })
})

describe('global ids', () => {
  test('lead back to the graph', async () => {
    const { data: first } = await service.ask(`{ graph(id: "${graphId}") { id } }`)
    const { data } = await service.ask(
      'query ($id: ID!) { node(id: $id) { __typename id ... on Graph { graphId } } nodes(ids: [$id, "R3JhcGg6bm9uZQ", "?"]) { id } }',
      { id: first.graph.id },
    )
    expect(data).toEqual({
      node: { __typename: 'Graph', id: first.graph.id, graphId },
      nodes: [{ id: first.graph.id }, null, null],
    })
  })

  test.each([['R3JhcGg6bm90aGluZw'], ['UXVlcnk6MQ'], ['not base64 at all'], ['']])(
    '%p names nothing',
    async id => {
      const { data, errors } = await service.ask('query ($id: ID!) { node(id: $id) { id } }', { id })
      expect(errors).toEqual([])
      expect(data).toEqual({ node: null })
    },
  )

  test('more than 100 at once are refused', async () => {
    const { errors } = await service.ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: Array.from({ length: 101 }, () => 'x'),
    })
    expect(errors[0]?.extensions).toMatchObject({ code: 'invalid_parameter', details: [{ path: 'ids' }] })
  })
})

describe('traces', () => {
  const traces = async (args: string, fields = 'index name type') => {
    const { data, errors } = await service.ask(`{ graph(id: "${graphId}") { traces${args} { ${fields} } } }`)
    expect(errors).toEqual([])
    return data.graph.traces
  }

  test('come in order; one without a type is a scatter trace', async () => {
    expect(await traces('')).toEqual([
      { index: 0, name: 'Apples', type: 'bar' },
      { index: 1, name: 'Pears', type: 'scatter' },
      { index: 2, name: 'Plums', type: 'scatter' },
    ])
  })

  test('are chosen by place, name and type', async () => {
    expect(await traces('(index: 1)', 'name')).toEqual([{ name: 'Pears' }])
    expect(await traces('(name: "Apples")', 'index')).toEqual([{ index: 0 }])
    expect(await traces('(type: "scatter")', 'index')).toEqual([{ index: 1 }, { index: 2 }])
    expect(await traces('(type: "scatter", name: "Apples")', 'index')).toEqual([])
    expect(await traces('(index: 7)', 'index')).toEqual([])
  })

  test('give points a part at a time', async () => {
    const points =
      'points(first: 2, every: 2) { totalCount nodes { index x y } pageInfo { hasNextPage endCursor } }'
    const [first] = await traces('(index: 0)', points)
    expect(first.points).toEqual({
      totalCount: 5,
      nodes: [
        { index: 0, x: 'a', y: 1 },
        { index: 2, x: 'c', y: 3 },
      ],
      pageInfo: { hasNextPage: true, endCursor: '2' },
    })
    const [rest] = await traces('(index: 0)', points.replace('first: 2', 'first: 2, after: "2"'))
    expect(rest.points.nodes).toEqual([{ index: 4, x: 'e', y: 5 }])
    expect(rest.points.pageInfo.hasNextPage).toBe(false)
  })

  test('tell what is missing as null, and every array in values', async () => {
    const [pears] = await traces('(index: 1)', 'points { edges { cursor node { y z values } } }')
    expect(pears.points.edges[1]).toEqual({
      cursor: '1',
      node: { y: null, z: null, values: { x: 2, y: null } },
    })
  })

  test('decode typed arrays', async () => {
    const numbers = Float64Array.from([1.5, -2, 1e300])
    const matrix = Int16Array.from([1, 2, 3, 4, 5, 6])
    const base64 = (array: { buffer: ArrayBufferLike }) => Buffer.from(array.buffer).toString('base64')
    const id = await create(service, {
      data: [
        { type: 'scatter', y: { dtype: 'f8', bdata: base64(numbers) } },
        { type: 'heatmap', z: { dtype: 'i2', bdata: base64(matrix), shape: '2, 3' } },
      ],
    })
    const { data } = await service.ask(`{ graph(id: "${id}") { traces { points { nodes { y z } } } } }`)
    expect(data.graph.traces).toEqual([
      { points: { nodes: [...numbers].map(y => ({ y, z: null })) } },
      {
        points: {
          nodes: [
            { y: null, z: [1, 2, 3] },
            { y: null, z: [4, 5, 6] },
          ],
        },
      },
    ])
  })

  test.each([
    ['first: -1', 'first'],
    ['first: 10001', 'first'],
    ['every: 0', 'every'],
    ['after: "x"', 'after'],
  ])('refuse points(%s)', async (args, path) => {
    const { errors } = await service.ask(
      `{ graph(id: "${graphId}") { traces(index: 0) { points(${args}) { totalCount } } } }`,
    )
    expect(errors[0]?.extensions).toMatchObject({ code: 'invalid_parameter', details: [{ path }] })
  })
})

describe('imageUrl', () => {
  test('has the address of the size, format and theme asked for', async () => {
    const { data } = await service.ask(
      `{ graph(id: "${graphId}") { imageUrl(width: 300, height: 200, scale: 2.5, format: webp, theme: dark, background: "#fff") } }`,
    )
    const url = new URL(data.graph.imageUrl)
    expect(url.pathname).toBe(`/p/${graphId}.webp`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      width: '300',
      height: '200',
      scale: '2.5',
      theme: 'dark',
      background: '#fff',
    })
  })

  test.each([
    ['width: -5', 'invalid_parameter'],
    ['background: "no colour"', 'invalid_parameter'],
    ['scale: 11', 'invalid_parameter'],
    ['width: 20000, height: 20000', 'payload_too_large'],
  ])('refuses (%s) as the address itself would', async (args, code) => {
    const { errors } = await service.ask(`{ graph(id: "${graphId}") { imageUrl(${args}) } }`)
    expect(errors[0]?.extensions.code).toBe(code)
  })
})

describe('the store is asked for what the query asks for', () => {
  test('no figure is read for a query without one', async () => {
    store.calls()
    await service.ask(
      `{ graph(id: "${graphId}") { id title permalink imageUrl traceTypes createdAt rendering { status } } }`,
    )
    expect(store.calls()).toEqual({ findMany: 1 })
  })

  test('one figure is read once, however many fields show it, and not again while it is remembered', async () => {
    const fresh = await create(service, figure)
    const query = `{ graph(id: "${fresh}") { data layout dataText a: traces { name } b: traces { points { totalCount } } } }`
    store.calls()
    const first = await service.ask(query)
    expect(store.calls()).toEqual({ findMany: 1, figures: 1 })
    expect((await service.ask(query)).text).toBe(first.text)
    expect(store.calls()).toEqual({ findMany: 1 })
  })

  test('nothing deleted is answered, whoever deleted it', async () => {
    const fresh = await create(service, figure)
    const read = () => service.ask(`{ graph(id: "${fresh}") { dataText } }`)
    expect((await read()).data.graph.dataText).toBe(JSON.stringify(figure.data))
    await service.store.graphs.remove(fresh)
    expect((await read()).data).toEqual({ graph: null })
  })

  test('many graphs by id are one call, their figures another', async () => {
    const others = await Promise.all([create(service, figure), create(service, figure)])
    store.calls()
    const [a, b] = others
    await service.ask(
      `{ a: graph(id: "${a}") { data } b: graph(id: "${b}") { data } c: graph(id: "${graphId}") { data } }`,
    )
    expect(store.calls()).toEqual({ findMany: 1, figures: 1 })
  })

  test('the titles of 100 graphs are one call', async () => {
    const input = Array.from({ length: 50 }, (_, index) => ({ data: [], layout: { title: `T${index}` } }))
    const batch =
      'mutation ($input: [CreateGraphInput!]!) { createGraphs(input: $input) { results { graph { graphId } error { message } } } }'
    const made = [...(await many(batch, input)), ...(await many(batch, input))]
    store.calls()
    const { data } = await service.ask('{ viewer { graphs(first: 100) { nodes { title } } } }')
    expect(data.viewer.graphs.nodes).toHaveLength(100)
    expect(store.calls()).toEqual({ list: 1 })

    const ids = made.map(id => Buffer.from(`Graph:${id}`).toString('base64url'))
    const { data: found } = await service.ask(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Graph { title } } }',
      { ids },
    )
    expect(found.nodes.map((node: { title: string }) => node.title).filter(Boolean)).toHaveLength(100)
    expect(store.calls()).toEqual({ findMany: 1 })
  })

  async function many(query: string, input: readonly unknown[]): Promise<string[]> {
    const { data } = await service.ask(query, { input })
    return data.createGraphs.results.map((result: { graph: { graphId: string } }) => result.graph.graphId)
  }
})
