/** Renders in flight: who joins which, and what becomes of them when callers leave or the graph is deleted. */

import { expect, test } from '@jest/globals'
import type { OwnedGraph } from '../../../src/domain/graph/graph.ts'
import { accountIdOf } from '../../../src/domain/ids.ts'
import { defaultLook } from '../../../src/domain/image/look.ts'
import { createInFlightRenders } from '../../../src/domain/image/renders/in-flight.ts'
import { overloaded } from '../../../src/errors/errors.ts'
import { createHeldDispatcher } from '../../support/held-dispatcher.ts'
import { graphIdOf } from '../../support/ids.ts'

const graphOf = (version = 1): OwnedGraph => ({
  graphId: graphIdOf('a'),
  version,
  accountId: accountIdOf('a'),
})
const graph = graphOf()
const wide = { ...defaultLook, width: 900 }

function setUp() {
  const { asked, ...dispatcher } = createHeldDispatcher()
  const kept: string[] = []
  const renders = createInFlightRenders(dispatcher, ({ version }, { width }, artifacts) => {
    kept.push(`${version} ${width} ${[...artifacts.keys()]}`)
  })
  return { ...renders, asked, kept }
}

const codeOf = (render: Promise<unknown>) =>
  render.then(
    () => null,
    error => error.code,
  )

test('the first files are made once for each version, also beside another size', async () => {
  const { join, prerender, asked, kept } = setUp()
  const sized = join(graph, 'png', wide)
  const all = [1, 2, 1].map(version => prerender(graphOf(version)))
  expect(asked.map(({ job, priority }) => [job.version, job.look.width, priority])).toEqual([
    [1, 900, 'waiting'],
    [1, null, 'background'],
    [2, null, 'background'],
  ])
  for (const each of asked) each.finish('done')
  await Promise.all([sized, ...all])
  expect(kept).toEqual(['1 900 png', '1 null png,svg', '2 null png,svg'])
})

test('a render in the background that a caller joins is done for both', async () => {
  const { join, prerender, asked } = setUp()
  const ahead = prerender(graph)
  const caller = join(graph, 'png', defaultLook)
  asked[0]?.finish('done')
  expect(await ahead).toEqual(await caller)
  expect(asked).toHaveLength(1)
})

test('a render that goes on after its last caller has left is joined by the next one', async () => {
  const { join, asked } = setUp()
  const caller = new AbortController()
  const leaving = codeOf(join(graph, 'png', defaultLook, { signal: caller.signal }))
  asked[0]!.begun = true
  caller.abort()
  expect(await leaving).toBe('cancelled')
  const next = join(graph, 'png', defaultLook)
  asked[0]?.finish('kept')
  expect([...(await next).keys()]).toEqual(['png'])
  expect(asked).toHaveLength(1)
})

test('a render is not made again for a deleted graph whose caller leaves', async () => {
  const { join, prerender, evict, asked } = setUp()
  const ahead = codeOf(prerender(graph))
  const caller = new AbortController()
  const leaving = codeOf(join(graph, 'png', defaultLook, { signal: caller.signal }))
  evict(graph.graphId)
  caller.abort()
  expect(await Promise.all([ahead, leaving])).toEqual(['cancelled', 'graph_not_found'])
  expect(asked).toHaveLength(1)
})

test('a caller who may not start a render joins one that is there', async () => {
  const { join, asked } = setUp()
  function beforeStart(): never {
    throw overloaded('no time is left')
  }
  expect(await codeOf(join(graph, 'png', wide, { beforeStart }))).toBe('overloaded')
  expect(asked).toEqual([])
  const other = join(graph, 'png', wide)
  const joined = join(graph, 'png', wide, { beforeStart })
  asked[0]?.finish('once')
  expect(await joined).toEqual(await other)
})
