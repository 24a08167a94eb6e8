/** Renders ahead of the first request: how often a graph that changes is rendered. */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { accountIdOf, type GraphId } from '../../../src/domain/ids.ts'
import { createPrerenders } from '../../../src/domain/image/renders/prerenders.ts'
import { graphIdOf } from '../../support/ids.ts'

const graph = graphIdOf('a')

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Renders that take so long, and what was rendered so far. */
function start(renderMs = 10) {
  const rendered: string[] = []
  const { request, evict } = createPrerenders(async ({ graphId, version }) => {
    rendered.push(`${graphId}@${version}`)
    await new Promise(resolve => setTimeout(resolve, renderMs))
  })
  return {
    rendered,
    evict,
    request: (version: number, graphId: GraphId = graph) =>
      request({ graphId, version, accountId: accountIdOf('a') }),
  }
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)
/** How long the first request of a format has, before all are made ahead of it. */
const headStartMs = 10

test('a version is rendered in a moment, and of those that follow meanwhile the newest after a pause', async () => {
  const { request, rendered } = start()
  request(1)
  await pass(headStartMs - 1)
  expect(rendered).toEqual([])
  await pass(1)
  expect(rendered).toEqual(['a@1'])
  for (const version of [2, 3, 4]) request(version)
  await pass(10 + 499)
  expect(rendered).toEqual(['a@1'])
  await pass(1)
  expect(rendered).toEqual(['a@1', 'a@4'])
  await pass(10 + 200)
  request(5)
  await pass(299)
  expect(rendered).toEqual(['a@1', 'a@4'])
  await pass(1)
  expect(rendered).toEqual(['a@1', 'a@4', 'a@5'])
})

test('the first change of a graph waits for no pause, and neither does one after it', async () => {
  const { request, rendered } = start()
  request(1)
  await pass(headStartMs + 10)
  request(2)
  await pass(headStartMs)
  expect(rendered).toEqual(['a@1', 'a@2'])
  await pass(10 + 500)
  request(3)
  await pass(headStartMs)
  expect(rendered).toEqual(['a@1', 'a@2', 'a@3'])
})

test.each([
  [10, 500],
  [100, 900],
  [10_000, 30_000],
])('a render of %d ms is followed by a pause of %d ms', async (renderMs, pauseMs) => {
  const { request, rendered } = start(renderMs)
  request(2)
  await pass(headStartMs)
  request(3)
  await pass(renderMs + pauseMs - 1)
  expect(rendered).toHaveLength(1)
  await pass(1)
  expect(rendered).toHaveLength(2)
})

test('another graph waits for none', async () => {
  const { request, rendered } = start()
  request(1)
  request(1, graphIdOf('b'))
  await pass(headStartMs)
  expect(rendered).toEqual(['a@1', 'b@1'])
})

test('a graph that changes at once is rendered once', async () => {
  const { request, rendered } = start()
  request(1)
  request(2)
  await pass(60_000)
  expect(rendered).toEqual(['a@2'])
})

test.each([0, headStartMs - 1])(
  'a graph that is deleted %d ms after its creation is not rendered',
  async ms => {
    const { request, rendered, evict } = start()
    request(1)
    await pass(ms)
    evict(graph)
    await pass(60_000)
    expect(rendered).toEqual([])
  },
)

test('a graph that is deleted is not rendered after the pause', async () => {
  const { request, rendered, evict } = start()
  request(2)
  await pass(headStartMs)
  request(3)
  evict(graph)
  await pass(60_000)
  expect(rendered).toEqual(['a@2'])
})
