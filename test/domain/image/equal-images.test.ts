/** The same figure again: its image is taken over from the account's stored ones, and nothing is drawn. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type Actor, scopes } from '../../../src/domain/actor.ts'
import { createFeed } from '../../../src/domain/graph/feed.ts'
import type { OwnedGraph } from '../../../src/domain/graph/graph.ts'
import { createGraphs } from '../../../src/domain/graph/graphs.ts'
import { accountIdOf, type GraphId, keyIdOf } from '../../../src/domain/ids.ts'
import { createEqualImages } from '../../../src/domain/image/equal-images.ts'
import { createImages } from '../../../src/domain/image/images.ts'
import { defaultLook, type ImageSpec } from '../../../src/domain/image/look.ts'
import { createLocalDispatcher } from '../../../src/domain/image/renders/local-dispatcher.ts'
import { createUnstoredRenders } from '../../../src/domain/image/renders/unstored-render.ts'
import type { Store } from '../../../src/domain/ports.ts'
import { readers } from '../../../src/parsing/readers.ts'
import { openStore } from '../../../src/storage/open.ts'
import { eventually } from '../../support/eventually.ts'
import { graphIdOf } from '../../support/ids.ts'
import { createRecordingRenderer } from '../../support/recording-renderer.ts'

const ann: Actor = {
  accountId: accountIdOf('ann'),
  scopes: new Set(scopes),
  credential: { kind: 'key', id: keyIdOf('k') },
}
const ben: Actor = { ...ann, accountId: accountIdOf('ben') }
const png: ImageSpec = { ...defaultLook, format: 'png' }
const wide: ImageSpec = { ...png, width: 900 }
const figure = (title = 'One') => JSON.stringify({ data: [{ y: [1, 2] }], layout: { title } })

let folder: string
let store: Store
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plotgate-equal-'))
  store = await openStore({ mongodbUrl: null, dataDir: folder })
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

function setUp() {
  const renderer = createRecordingRenderer()
  const dispatcher = createLocalDispatcher({
    store,
    renderer,
    onStoreError: error => expect(error).toBeNull(),
  })
  const images = createImages({ store, dispatcher, memoryBytes: 1_000_000, onBackgroundError: () => {} })
  const graphs = createGraphs({
    store,
    images,
    bodies: readers,
    feed: createFeed(),
    lifetimes: { of: async () => null },
  })
  const renders = createUnstoredRenders({
    dispatcher,
    artifacts: store.artifacts,
    readSubmission: readers.readSubmission,
  })
  const create = async (text = figure(), actor = ann) =>
    (await graphs.create(actor, Buffer.from(text))).graphId
  const imageOf = async (graphId: GraphId, spec = png) => {
    const { artifact } = await images.get(graphId, spec)
    await dispatcher.settled()
    return Buffer.from(artifact.bytes).toString()
  }
  return { renderer, images, graphs, renders, create, imageOf }
}

test('is answered with the image that is there, and ready at once', async () => {
  const { renderer, graphs, create, imageOf } = setUp()
  const first = await imageOf(await create())
  const again = await create()
  expect(await imageOf(again)).toBe(first)
  expect(await graphs.find(again)).toMatchObject({ rendering: { status: 'ready', error: null } })
  expect(renderer.drawn).toHaveLength(1)
})

test('many at once: the background draws one', async () => {
  const { renderer, graphs, create } = setUp()
  const made = await Promise.all(Array.from({ length: 20 }, () => create()))
  const isReady = async (id: GraphId) => (await graphs.find(id))?.rendering.status === 'ready'
  await eventually('all are ready', async () => !(await Promise.all(made.map(isReady))).includes(false))
  expect(renderer.drawn).toHaveLength(1)
})

describe('of many graphs with one figure', () => {
  const unknown: OwnedGraph = { graphId: graphIdOf('x'), version: 1, accountId: ann.accountId }
  const graph = (at: number, digest = 'd') => ({ ...unknown, graphId: graphIdOf(`${at}`), digest })

  test('two hundred wait for each other, and more are not made ahead', async () => {
    const { withFigureLock } = createEqualImages(store)
    const [first, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const made: number[] = []
    const make = (at: number, digest?: string) =>
      withFigureLock(graph(at, digest), async () => {
        made.push(at)
        await (at === 0 ? first : rest).promise
      })
    const all = Array.from({ length: 200 }, (_, at) => make(at))
    await make(200)
    const other = make(201, 'e')
    await eventually('the first of each figure is made', () => made.length === 2)
    expect(made).toEqual([0, 201])
    first.resolve()
    await all[0]
    const more = [make(202), make(203)]
    rest.resolve()
    await Promise.all([...all, ...more, other])
    expect(made.filter(at => at >= 200)).toEqual([201, 202])
  })

  test('an image is looked for once, however many ask for it, and drawn where that fails', async () => {
    let asked = 0
    const adopt = async () => {
      asked++
      throw new Error('the disk smokes')
    }
    const images = createEqualImages({ ...store, artifacts: { ...store.artifacts, adopt } })
    const found = await Promise.all([0, 1].map(() => images.adopt(graph(1), ['png'], defaultLook)))
    expect([found, asked]).toEqual([[false, false], 1])
    await images.adopt(graph(1), ['png'], defaultLook)
    expect(asked).toBe(2)
  })

  test('one in another size says nothing of its graph', async () => {
    const ready: string[] = []
    const images = createEqualImages({
      artifacts: { ...store.artifacts, adopt: async () => ({ omitted: ['x'] }) },
      graphs: {
        ...store.graphs,
        setRendering: async (ref, { omitted }) => void ready.push(`${ref.graphId} ${omitted}`),
      },
    })
    expect(await images.adopt(graph(1), ['png'], { ...defaultLook, width: 900 })).toBe(true)
    expect(await images.adopt(graph(2), ['png'], defaultLook)).toBe(true)
    expect(ready).toEqual(['2 x'])
  })

  test('one whose figure is not known is drawn, until its figure is told', async () => {
    const images = createEqualImages(store)
    const noted = { ...unknown, digest: 'd' }
    expect(images.adopt(unknown, ['png'], defaultLook)).toBeNull()
    images.note({ ...noted, version: 2 })
    expect(images.known(unknown).digest).toBeUndefined()
    images.note(noted)
    images.note(unknown)
    expect(images.known(unknown)).toEqual(noted)
    images.evict(unknown.graphId)
    expect(images.known(unknown).digest).toBeUndefined()
    // It waits for no other, as nothing is known to be equal.
    const other = Promise.withResolvers<void>()
    const waiting = images.withFigureLock(unknown, () => other.promise)
    await images.withFigureLock(unknown, async () => other.resolve())
    await waiting
  })
})

test('another account, another figure, another size: each is drawn', async () => {
  const { renderer, create, imageOf } = setUp()
  const graphId = await create()
  await imageOf(graphId)
  await imageOf(await create(figure(), ben))
  await imageOf(await create(figure('Two')))
  await imageOf(graphId, wide)
  expect(renderer.drawn).toHaveLength(4)
  await imageOf(await create(), wide)
  expect(renderer.drawn).toHaveLength(4)
})

test('keeps its image when the first graph is deleted, and is found no more once all are', async () => {
  const { renderer, graphs, create, imageOf } = setUp()
  const [first, again] = [await create(), await create()]
  for (const graphId of [first, again]) await imageOf(graphId)
  const drawn = renderer.drawn.length
  await graphs.remove(ann, first)
  expect(await imageOf(again)).toMatch(/^png of/)
  await graphs.remove(ann, again)
  await expect(imageOf(again)).rejects.toMatchObject({ code: 'graph_not_found' })
  expect(renderer.drawn).toHaveLength(drawn)
  await imageOf(await create())
  expect(renderer.drawn).toHaveLength(drawn + 1)
})

test('as a new version too, and for images that are stored nowhere', async () => {
  const { renderer, graphs, renders, create, imageOf } = setUp()
  await imageOf(await create())
  const changed = await create(figure('Two'))
  await imageOf(changed)
  await graphs.update(ann, changed, Buffer.from(figure()))
  const image = await imageOf(changed)
  const request = { format: 'png', look: defaultLook, strictness: 'lenient' } as const
  const render = (actor: Actor) =>
    renders.render(actor, { ...request, body: Buffer.from(figure()), gone: new AbortController().signal })
  expect(Buffer.from((await render(ann)).image).toString()).toBe(image)
  expect(renderer.drawn).toHaveLength(2)
  await render(ben)
  expect(renderer.drawn).toHaveLength(3)
})
