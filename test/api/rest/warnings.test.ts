import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { GraphId } from '../../../src/domain/ids.ts'
import { type HttpSide, startHttp } from '../../support/http.ts'

let side: HttpSide
beforeAll(async () => {
  side = await startHttp()
})
afterAll(() => side.close())

const post = (figure: object, headers: Record<string, string> = {}, path = '/v1/graph') =>
  side.create(path, figure, headers)

const figure = { data: [{ y: [1, 2], mode: 'line' }], layout: { titel: 'Sold' } }
const clean = { data: [{ y: [1, 2], mode: 'lines' }] }

test.each(['/v1/graph', '/v1/plot', '/v1/chart'])(
  '%s counts the warnings, and only where there are some',
  async path => {
    const answer = await post(figure, {}, path)
    expect([answer.status, answer.headers.get('plotgate-warnings')]).toEqual([201, '2'])
    const { graph } = (await answer.json()) as { graph: { graph_id: GraphId } }
    expect(Object.keys(graph)).not.toContain('warnings')
    const { warnings } = (await side.store.graphs.find(graph.graph_id))!
    expect(warnings.map(({ path }) => path)).toEqual(['data[0].mode', 'layout.titel'])
    const other = await post(clean, {}, path)
    expect([other.status, other.headers.has('plotgate-warnings')]).toEqual([201, false])
  },
)

test.each([
  'handling=strict',
  'respond-async, handling="strict"',
  'wait=1;x, Handling=Strict',
  'handling=strict, handling=lenient',
])('Prefer: %s refuses a figure for its warnings', async prefer => {
  const answer = await post(figure, { Prefer: prefer })
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([422, 'handling=strict'])
  const { error } = (await answer.json()) as { error: { code: string; details: { path: string }[] } }
  expect([error.code, error.details.map(({ path }) => path)]).toEqual([
    'invalid_figure',
    ['data[0].mode', 'layout.titel'],
  ])
})

test('a strict caller gets what has no warnings', async () => {
  const answer = await post(clean, { Prefer: 'handling=strict' })
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([201, 'handling=strict'])
})

test.each([
  'handling=lenient',
  'nothandling=strict',
  'handling=stricter',
  'handling=lenient, handling=strict',
  'wait=1; handling=strict',
  'note="a, handling=strict"',
])('Prefer: %s is not strict', async prefer => {
  const answer = await post(figure, { Prefer: prefer })
  expect([answer.status, answer.headers.has('preference-applied')]).toEqual([201, false])
})

test('a retry under the same key is told the same count', async () => {
  const headers = { 'Idempotency-Key': 'warned' }
  const first = await post(figure, headers)
  const again = await post(figure, headers)
  expect(again.headers.get('plotgate-warnings')).toBe(first.headers.get('plotgate-warnings'))
})
