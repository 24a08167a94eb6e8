/** What the state of a rendering says while it is being written. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Rendering } from '../../../src/domain/graph/graph.ts'
import { accountIdOf, createGraphIds, type GraphId } from '../../../src/domain/ids.ts'
import { createCurrentRenderings } from '../../../src/domain/image/current-renderings.ts'
import type { Store } from '../../../src/domain/ports.ts'
import { openStore } from '../../../src/storage/open.ts'

let folder: string
let store: Store

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plotgate-crash-'))
  store = await openStore({ mongodbUrl: null, dataDir: folder })
})

afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const newGraphId = createGraphIds()

async function newGraph(status: Rendering['status']): Promise<GraphId> {
  const graphId = newGraphId()
  const rendering = { status, error: null, omitted: [] }
  const rest = {
    createdAt: new Date(),
    version: 1,
    updatedAt: new Date(),
    expiresAt: null,
    title: null,
    traceTypes: [],
    warnings: [],
  }
  const figure = { data: '[]', layout: '{}', frames: null }
  await store.graphs.insert({ graphId, accountId: accountIdOf('a'), rendering, ...rest }, figure)
  return graphId
}

test('a state is told from the moment it is announced, until the store says it', async () => {
  const current = createCurrentRenderings(store)
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
  await store.graphs.setRendering({ graphId, version: 1 }, ready)
  written()
  expect(await states()).toEqual(['ready', 'ready', 'ready'])
})
