/** What one request may have printed, and that large figures are read where they hold nobody up. */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type QuietService, send, startQuietService } from './service.ts'

let service: QuietService
let graphId: string
/** About 6 MB, with numbers and texts that a careless copy would change. */
const values = Array.from({ length: 400_000 }, (_, index) => `${index}.50`).join(',')
const data = `[{"type":"bar","name":7,"y":[${values}]},{"text":["\\u003c\\"é\\\\","😀"],"x":[1e400,12345678901234567890]}]`

beforeAll(async () => {
  service = await startQuietService()
  const body = `{"query":"mutation ($data: JSON!) { createGraph(input: {data: $data}) { graph { graphId } } }","variables":{"data":${data}}}`
  const answer = JSON.parse((await send(service.baseUrl, body, { key: service.key })).text)
  graphId = answer.data.createGraph.graph.graphId
})
afterAll(() => service.close())

const ask = (fields: string) => service.ask(`{ graph(id: "${graphId}") { ${fields} } }`)
const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ')

describe('a large figure', () => {
  test('is given as its exact text', async () => {
    expect((await ask('dataText')).data.graph.dataText).toBe(data)
    expect((await ask('data')).text).toContain(data)
  })

  test('gives its traces, a numeric name as text', async () => {
    const { data: answer } = await ask('traces { index name type }')
    expect(answer.graph.traces).toEqual([
      { index: 0, name: '7', type: 'bar' },
      { index: 1, name: null, type: 'scatter' },
    ])
    expect((await ask('traces(index: 1) { data }')).text).toContain('[1e400,12345678901234567890]')
  })

  test('gives points a part at a time, their digits kept', async () => {
    const { data: answer } = await ask(
      'traces(name: "7") { points(first: 2, after: "9") { totalCount nodes { index y } } }',
    )
    expect(answer.graph.traces[0].points).toEqual({
      totalCount: 400_000,
      nodes: [
        { index: 10, y: 10.5 },
        { index: 11, y: 11.5 },
      ],
    })
    expect((await ask('traces(index: 1) { points { nodes { x } } }')).text).toContain('{"x":1e400}')
  })
})

describe('one answer', () => {
  test.each([
    'dataText',
    'data',
    'traces(index: 0) { data }',
    'traces(index: 0) { points(first: 1) { totalCount } }',
  ])('holds %s a few times, not thirty', async field => {
    expect((await ask(aliases(2, field))).errors).toEqual([])
    const { errors, text } = await ask(aliases(30, field))
    expect(errors[0]?.extensions.code).toBe('query_too_complex')
    expect(text.length).toBeLessThan(40 * 1024 * 1024)
  })

  test('holds less for who asks without a valid key', async () => {
    for (const key of [null, 'pg_unknown']) {
      const options = { key }
      const once = `{ graph(id: "${graphId}") { ${aliases(1, 'dataText')} } }`
      expect((await service.ask(once, undefined, options)).errors).toEqual([])
      const often = `{ graph(id: "${graphId}") { ${aliases(5, 'dataText')} } }`
      const { errors } = await service.ask(often, undefined, options)
      expect(errors[0]?.extensions.code).toBe('query_too_complex')
      expect(errors[0]?.message).toMatch(/, or send a valid API key$/)
    }
  })

  test('is the same whichever media type it is asked for in', async () => {
    const body = JSON.stringify({ query: `{ graph(id: "${graphId}") { dataText data } }` })
    const texts = await Promise.all(
      ['application/json', 'application/graphql-response+json'].map(async Accept => {
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${service.key}`, Accept }
        return (await fetch(`${service.baseUrl}/graphql`, { method: 'POST', headers, body })).text()
      }),
    )
    expect(texts[0]).toContain(data)
    expect(JSON.parse(texts[1] ?? '').data.graph.dataText).toBe(data)
    expect(texts[1]?.includes(data)).toBe(true)
  })

  test('is one for all operations of a batch', async () => {
    const operation = { query: `{ graph(id: "${graphId}") { ${aliases(2, 'dataText')} } }` }
    const answers = JSON.parse((await send(service.baseUrl, JSON.stringify(Array(10).fill(operation)))).text)
    expect(answers).toHaveLength(10)
    expect(answers.at(-1).errors[0].extensions.code).toBe('query_too_complex')
  })
})

test('few large figures are read for one answer without a valid key, whatever is asked of them', async () => {
  const create = `{"query":"mutation ($data: JSON!) { createGraph(input: {data: $data}) { graph { graphId } } }","variables":{"data":${data}}}`
  const ids = [graphId]
  while (ids.length < 6) {
    const made = JSON.parse((await send(service.baseUrl, create, { key: service.key })).text)
    ids.push(made.data.createGraph.graph.graphId)
  }
  const query = `{ ${ids.map((id, at) => `a${at}: graph(id: "${id}") { layout }`).join(' ')} }`
  expect((await service.ask(query, undefined, { key: service.key })).errors).toEqual([])
  const { errors } = await service.ask(query, undefined, { key: null })
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['payload_too_large', 'payload_too_large'])
  expect(errors[0]?.message).toMatch(/ask for fewer at a time, or send a valid API key$/)
})

describe('a body without a valid key', () => {
  const query = JSON.stringify({ query: `{ graph(id: "x") { title } } #${'x'.repeat(270 * 1024)}` })

  test.each([null, 'pg_unknown'])('has at most 256 KiB: %p', async key => {
    const { status, errors } = await send(service.baseUrl, query, { key })
    expect([status, errors[0]?.extensions.code]).toEqual([413, 'payload_too_large'])
    expect(errors[0]?.message).toBe(
      'the body has more than 262144 bytes; send a valid API key as "Authorization: Bearer <API_KEY>", with which it may have 10485760',
    )
  })

  test('has the usual bound with one', async () => {
    const { errors } = await send(service.baseUrl, query, { key: service.key })
    expect(errors[0]?.extensions.code).toBe('query_too_complex')
    const { status, errors: tooLarge } = await send(service.baseUrl, ' '.repeat(10_485_761), {
      key: service.key,
    })
    expect([status, tooLarge[0]?.message]).toEqual([
      413,
      'the body has more than 10485760 bytes; send fewer points, or raise MAX_BODY_BYTES',
    ])
  })
})
