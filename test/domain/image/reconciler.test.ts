/** What becomes of graphs whose image was lost on the way: the store knows them, and one process sees to them. */

import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { RenderStatus } from '../../../src/domain/graph/graph.ts'
import { accountIdOf, type GraphId } from '../../../src/domain/ids.ts'
import { createBackoff } from '../../../src/domain/image/backoff.ts'
import { defaultLook, variantOf } from '../../../src/domain/image/look.ts'
import { createQuarantine } from '../../../src/domain/image/quarantine.ts'
import { startReconciler } from '../../../src/domain/image/renders/reconciler.ts'
import { graphNotFound, overloaded, renderTimeout } from '../../../src/errors/errors.ts'
import { eventually } from '../../support/eventually.ts'
import { renderingOf, storeGraph } from '../../support/records.ts'
import { useTestStore } from '../../support/store.ts'

const opened = useTestStore()
let resumed: string[]
const stops: (() => void)[] = []
const timing = { everyMs: 20, patienceMs: 1_000, leaseMs: 60_000 }

beforeEach(() => {
  resumed = []
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await opened.store.graphs.removeAll(accountIdOf('a'))
  await opened.store.records('leases').delete('unfinished images')
})

const newGraph = (status: RenderStatus, age = 60_000) =>
  storeGraph(opened.store, { rendering: renderingOf(status), createdAt: new Date(Date.now() - age) })

const markReady = (graphId: GraphId) =>
  opened.store.graphs.setRendering({ graphId, version: 1 }, { status: 'ready', error: null, omitted: [] })

function start(resume: (graphId: GraphId) => Promise<unknown> = markReady): void {
  const stop = startReconciler({
    store: opened.store,
    resume: ({ graphId }) => {
      resumed.push(graphId)
      return resume(graphId)
    },
    onError: () => {},
    timing,
  })
  stops.push(stop)
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

test('what is pending or running for too long is taken up, also when it grew old while the service ran', async () => {
  const left = [await newGraph('pending'), await newGraph('running')]
  const done = [await newGraph('ready'), await newGraph('failed')]
  const begun = Date.now()
  const young = await newGraph('pending', 0)
  start()
  await eventually('the old are taken up', () => left.every(graphId => resumed.includes(graphId)))
  await eventually('the young one has grown old', () => resumed.includes(young))
  expect(Date.now() - begun).toBeGreaterThanOrEqual(timing.patienceMs)
  for (const graphId of done) expect(resumed).not.toContain(graphId)
})

test('a graph whose files are there is settled, and not drawn again', async () => {
  const graphId = await newGraph('running')
  const omitted = ['https://tiles.example/1']
  for (const format of ['png', 'svg'] as const) {
    const artifact = { bytes: Buffer.from(format), etag: '"e"', createdAt: new Date(), omitted }
    await opened.store.artifacts.put({ graphId, version: 1 }, variantOf({ ...defaultLook, format }), artifact)
  }
  start()
  await eventually(
    'it is ready',
    async () => (await opened.store.graphs.find(graphId))?.rendering.status === 'ready',
  )
  expect(resumed).toEqual([])
  expect((await opened.store.graphs.find(graphId))?.rendering.omitted).toEqual(omitted)
})

test('nothing is remembered of a graph that is deleted while it is drawn', async () => {
  const graphId = await newGraph('pending')
  start(async id => {
    await opened.store.graphs.remove(id)
    throw graphNotFound(id)
  })
  await eventually('it is taken up', () => resumed.includes(graphId))
  const other = await newGraph('pending')
  await eventually('another is taken up', () => resumed.includes(other))
  await pause(50)
  const remembered = (await opened.store.records('render attempts').list()).map(({ id }) => id)
  expect(remembered.filter(id => id.startsWith(graphId))).toEqual([])
})

test('of several processes one does it; another follows when that one is gone', async () => {
  const first = await newGraph('pending')
  start()
  await eventually('the first process takes it up', () => resumed.includes(first))
  const bySecond: string[] = []
  const second = startReconciler({
    store: opened.store,
    resume: async ({ graphId }) => {
      bySecond.push(graphId)
      await markReady(graphId)
    },
    onError: () => {},
    timing,
  })
  stops.push(second)
  const next = await newGraph('pending')
  await eventually('the same one takes up the next', () => resumed.includes(next))
  expect(bySecond).toEqual([])
  stops.shift()?.()
  await opened.store.records('leases').expire('unfinished images', new Date(Date.now() - 1))
  const last = await newGraph('pending')
  await eventually('the second process takes over', () => bySecond.includes(last))
})

test('what fails is tried again after a pause, and holds up nothing', async () => {
  const bad = await newGraph('pending')
  start(async graphId => {
    if (graphId === bad) throw new Error('a fault of ours')
    await markReady(graphId)
  })
  await eventually('it is tried', () => resumed.includes(bad))
  const good = await newGraph('pending')
  await eventually('the next is tried', () => resumed.includes(good))
  await pause(200)
  expect(resumed.filter(graphId => graphId === bad)).toHaveLength(1)
})

test('pauses grow, and are forgotten with the first success', async () => {
  let now = Date.now()
  const backoff = createBackoff(opened.store, () => now)
  const pauses: number[] = []
  for (let tries = 0; tries < 9; tries++) {
    await backoff.failed('x@1')
    const begun = now
    while (!(await backoff.isDue('x@1'))) now += 1_000
    pauses.push((now - begun) / 1_000)
  }
  expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
  await backoff.succeeded('x@1')
  await backoff.failed('x@1', 600)
  now += 599_000
  // Another process knows it from the store.
  expect(await createBackoff(opened.store, () => now).isDue('x@1')).toBe(false)
  now += 1_000
  expect(await backoff.isDue('x@1')).toBe(true)
})

test('while nothing can be drawn nothing counts as tried; what rests in quarantine is passed by', async () => {
  const resting = await newGraph('pending')
  await createQuarantine(opened.store).strike(`${resting}@1`, defaultLook, renderTimeout('slow'))
  const graphId = await newGraph('pending')
  let away = true
  start(async id => {
    if (away) throw overloaded('no worker lives')
    await markReady(id)
  })
  await eventually('it is tried again and again', () => resumed.length > 2)
  away = false
  await eventually(
    'it is ready',
    async () => (await opened.store.graphs.find(graphId))?.rendering.status === 'ready',
  )
  expect(resumed).not.toContain(resting)
})
