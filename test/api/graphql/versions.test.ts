/** Changes and versions over GraphQL: the same use-cases and refusals as over REST. */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventsOf } from '../../support/event-stream.ts'
import { create, type QuietService, startQuietService } from './service.ts'

let service: QuietService
beforeAll(async () => {
  service = await startQuietService()
})
afterAll(() => service.close())

const update = `mutation($input: UpdateGraphInput!) { updateGraph(input: $input) { graph {
  graphId version dataText title versions { version createdAt } } } }`
const append = `mutation($input: AppendPointsInput!) { appendPoints(input: $input) { graph { graphId version dataText } } }`

/** A request whose variables are this very text. */
async function askText(query: string, variables: string) {
  const answer = await fetch(`${service.baseUrl}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${service.key}` },
    body: `{"query":${JSON.stringify(query)},"variables":${variables}}`,
  })
  return (await answer.json()) as {
    data: Record<string, { graph: Record<string, unknown> } | null>
    errors?: { extensions: { code: string; details?: { path: string }[] } }[]
  }
}

test('updateGraph makes a version, of the exact text', async () => {
  const id = await create(service, { data: [{ y: [1] }] })
  const { data } = await askText(
    update,
    `{"input":{"id":"${id}","data":[{"y":[1.0,1e400]}],"layout":{"title":"New"}}}`,
  )
  expect(data.updateGraph?.graph).toMatchObject({
    graphId: id,
    version: 2,
    dataText: '[{"y":[1.0,1e400]}]',
    title: 'New',
    versions: [{ version: 2 }, { version: 1 }],
  })
})

test('updateGraph takes and refuses a figure as a create does', async () => {
  const id = await create(service, { data: [] })
  const { errors } = await askText(update, `{"input":{"id":"${id}","ifVersion":1,"data":null}}`)
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'invalid_figure', details: [{ path: 'data' }] })
  const exported = await askText(update, `{"input":{"id":"${id}","data":[],"config":{"responsive":true}}}`)
  expect(exported.data.updateGraph?.graph).toMatchObject({ graphId: id, version: 2 })
})

test.each([
  ['a field is missing', append, { points: [{ trace: 0, y: [1] }] }, 'found: { points: … }.'],
  ['a field is missing beside a figure', update, { data: [] }, 'found: { data: … }.'],
  ['a field is unknown', append, { id: 'x', points: [], p: 1 }, 'found: { id: "x", points: …, p: … }.'],
])('an input of which %s is quoted without its texts', async (_what, query, input, quoted) => {
  const { errors } = await service.ask(query, { input })
  expect(errors[0]?.extensions.code).toBe('invalid_parameter')
  expect(errors[0]?.message).toContain(quoted)
})

test('ifVersion lets one of two writers win, and a key makes a retry safe', async () => {
  const id = await create(service, { data: [] })
  const change = (more: string) => askText(update, `{"input":{"id":"${id}","data":[]${more}}}`)
  const both = await Promise.all([change(',"ifVersion":1'), change(',"ifVersion":1')])
  expect(both.map(({ errors }) => errors?.[0]?.extensions.code ?? 'done').sort()).toEqual([
    'done',
    'version_conflict',
  ])
  const once = await Promise.all([change(',"idempotencyKey":"k"'), change(',"idempotencyKey":"k"')])
  expect(once.map(({ data }) => data.updateGraph?.graph.version)).toEqual([3, 3])
})

test('ifVersion also guards added points and deletions', async () => {
  const id = await create(service, { data: [{ y: [1] }] })
  const add = (more: string) =>
    askText(append, `{"input":{"id":"${id}","points":[{"trace":0,"y":[2]}]${more}}}`)
  const remove = (ifVersion: number) =>
    service.ask(`mutation { deleteGraph(id: "${id}", ifVersion: ${ifVersion}) { deletedGraphId } }`)
  const codeOf = ({ errors }: { errors?: readonly { extensions: { code: string } }[] }) =>
    errors?.[0]?.extensions.code
  expect((await add(',"ifVersion":1')).data.appendPoints?.graph).toMatchObject({ version: 2 })
  expect(codeOf(await add(',"ifVersion":1'))).toBe('version_conflict')
  expect(codeOf(await add(',"ifVersion":0'))).toBe('invalid_parameter')
  expect([codeOf(await remove(1)), codeOf(await remove(0))]).toEqual([
    'version_conflict',
    'invalid_parameter',
  ])
  expect((await remove(2)).data.deleteGraph).toEqual({ deletedGraphId: id })
})

test('appendPoints adds points with their digits, all or none', async () => {
  const id = await create(service, { data: [{ name: 'a', x: [1], y: [2] }] })
  const { data } = await askText(
    append,
    `{"input":{"id":"${id}","points":[{"trace":"a","x":[2.0],"y":[12345678901234567890]}],"keep":5}}`,
  )
  expect(data.appendPoints?.graph).toMatchObject({
    version: 2,
    dataText: '[{"name":"a","x":[1,2.0],"y":[2,12345678901234567890]}]',
  })
  const { errors } = await askText(append, `{"input":{"id":"${id}","points":[{"trace":"b","x":[2]}]}}`)
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'invalid_figure',
    details: [{ path: 'points[0].trace' }],
  })
})

test('who may not change a graph is told so', async () => {
  const id = await create(service, { data: [] })
  const foreign = await service.newKey({ email: 'other@example.org' })
  const weak = await service.newKey({ scopes: ['graphs:read'] })
  for (const key of [foreign, weak]) {
    for (const [query, more] of [
      [update, { data: [] }],
      [append, { points: [{ trace: 0, y: [1] }] }],
    ] as const) {
      const answer = await service.ask(query, { input: { id, ...more } }, { key })
      expect(answer.errors?.[0]?.extensions.code).toBe('forbidden')
    }
  }
  const gone = await service.ask(update, { input: { id: 'a'.repeat(21), data: [] } })
  expect(gone.errors?.[0]?.extensions.code).toBe('graph_not_found')
})

describe('subscription graph', () => {
  test('tells the version there is, then each new one, and the end', async () => {
    const id = await create(service, { data: [{ y: [] }] })
    const response = await fetch(`${service.baseUrl}/graphql`, {
      method: 'POST',
      headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: `subscription { graph(graphId: "${id}") { version dataText } }` }),
    })
    const told: unknown[] = []
    for await (const { data } of eventsOf(response)) {
      if (!data) continue
      const { data: next, errors } = JSON.parse(data)
      told.push(next?.graph ?? errors[0].extensions.code)
      if (told.length === 1) await askText(append, `{"input":{"id":"${id}","points":[{"trace":0,"y":[1]}]}}`)
      if (told.length === 2)
        await service.ask('mutation($id: ID!) { deleteGraph(id: $id) { deletedGraphId } }', { id })
    }
    expect(told).toEqual([
      { version: 1, dataText: '[{"y":[]}]' },
      { version: 2, dataText: '[{"y":[1]}]' },
      'graph_not_found',
    ])
  })
})
