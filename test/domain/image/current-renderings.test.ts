/** What the state of a rendering says while it is being written. */

import { expect, test } from '@jest/globals'
import type { Rendering, RenderStatus } from '../../../src/domain/graph/graph.ts'
import { accountIdOf } from '../../../src/domain/ids.ts'
import { createCurrentRenderings } from '../../../src/domain/image/renders/current-renderings.ts'
import { graphIdOf } from '../../support/ids.ts'
import { renderingOf, storeGraph } from '../../support/records.ts'
import { useTestStore } from '../../support/store.ts'

const opened = useTestStore()

const newGraph = (status: RenderStatus) => storeGraph(opened.store, { rendering: renderingOf(status) })

test('a state is told from the moment it is announced, until the store says it', async () => {
  const current = createCurrentRenderings(opened.store)
  const graphId = await newGraph('running')
  const ready: Rendering = { status: 'ready', error: null, omitted: [] }
  const states = async () => {
    const { graphs } = current.store
    const found = await graphs.find(graphId)
    const many = await graphs.findMany([graphId])
    const listed = await graphs.list({ accountId: accountIdOf('a'), limit: 100 })
    return [found, many.get(graphId), listed.find(each => each.graphId === graphId)].map(
      record => record?.rendering.status,
    )
  }
  expect(await states()).toEqual(['running', 'running', 'running'])
  const written = current.announce({ graphId, version: 1 }, ready)
  expect(await states()).toEqual(['ready', 'ready', 'ready'])
  await opened.store.graphs.setRendering({ graphId, version: 1 }, ready)
  written()
  expect(await states()).toEqual(['ready', 'ready', 'ready'])
})

test('a state that is announced is of its version, and gives way to none but a later one', async () => {
  const current = createCurrentRenderings(opened.store)
  const graphId = await newGraph('pending')
  const status = async () => (await current.store.graphs.find(graphId))?.rendering.status
  const first = current.announce({ graphId, version: 1 }, renderingOf('running'))
  const second = current.announce({ graphId, version: 1 }, renderingOf('failed'))
  current.announce({ graphId, version: 2 }, renderingOf('ready'))
  first()
  expect(await status()).toBe('failed')
  second()
  expect(await status()).toBe('pending')
})

test('a graph that is ready stays so while further images of it are made', async () => {
  const current = createCurrentRenderings(opened.store)
  const graphId = await newGraph('ready')
  current.announce({ graphId, version: 1 }, renderingOf('running'))
  expect((await current.store.graphs.find(graphId))?.rendering.status).toBe('ready')
  expect(await current.store.graphs.find(graphIdOf('z'.repeat(21)))).toBeNull()
})
