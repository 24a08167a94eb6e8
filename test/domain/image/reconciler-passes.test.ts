/** One pass over the unfinished graphs: what it takes up, and what ends it early. */

import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { accountIdOf, type GraphId } from '../../../src/domain/ids.ts'
import { createBackoff } from '../../../src/domain/image/backoff.ts'
import { defaultLook, variantOf } from '../../../src/domain/image/look.ts'
import { createQuarantine } from '../../../src/domain/image/quarantine.ts'
import { startReconciler } from '../../../src/domain/image/renders/reconciler.ts'
import type { Store } from '../../../src/domain/ports.ts'
import { graphNotFound, overloaded, unavailable } from '../../../src/errors/errors.ts'
import { eventually } from '../../support/eventually.ts'
import { graphIdOf } from '../../support/ids.ts'
import { emptyFigure, graphRecord, storeGraph } from '../../support/records.ts'
import { useTestStore, withRecordCalls } from '../../support/store.ts'

const lease = 'unfinished images'
/** How many graphs a pass takes up at the same time. */
const atATime = 64
const rarely = { everyMs: 3600_000, patienceMs: 1_000, leaseMs: 60_000 }
const often = { ...rarely, everyMs: 20 }

const opened = useTestStore()
let store: Store
let resumed: GraphId[]
let errors: unknown[]
/** How often the reconciler has taken its lease, or tried to, and an error that the store answers with. */
let ticks: number
let fault: Error | null
const stops: (() => void)[] = []

beforeEach(() => {
  store = withRecordCalls(opened.store, 'leases', leases => ({
    async insert(...args) {
      ticks++
      if (fault) throw fault
      return leases.insert(...args)
    },
  }))
  resumed = []
  errors = []
  ticks = 0
  fault = null
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await store.graphs.removeAll(accountIdOf('a'))
  await store.records('leases').delete(lease)
})

function start(timing: typeof rarely, resume: (graphId: GraphId) => Promise<unknown>): () => void {
  const stop = startReconciler({
    store,
    resume({ graphId }) {
      resumed.push(graphId)
      return resume(graphId)
    },
    onError: error => errors.push(error),
    timing,
  })
  stops.push(stop)
  return stop
}

const minuteAgo = Date.now() - 60_000

/** The older, the greater `age` is. */
const newGraph = (age: number) => storeGraph(store, { createdAt: new Date(minuteAgo - age) })
const newGraphs = (count: number) => Promise.all(Array.from({ length: count }, (_, at) => newGraph(at)))

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const nothing = async () => {}

/** Renders that end together when they are released. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { render: () => promise, release: resolve }
}

async function putFile(graphId: GraphId, format: 'png' | 'svg'): Promise<void> {
  const artifact = { bytes: Buffer.from(format), etag: '"e"', createdAt: new Date() }
  await store.artifacts.put({ graphId, version: 1 }, variantOf({ ...defaultLook, format }), artifact)
}

test('takes up each graph once, many of one millisecond too', async () => {
  for (let at = 0; at < 1_100; at++) {
    const graphId = graphIdOf(`many${String(at).padStart(17, '0')}`)
    const createdAt = new Date(minuteAgo + Math.floor(at / 400))
    await store.graphs.insert(graphRecord(graphId, { createdAt }), emptyFigure)
  }
  start(rarely, nothing)
  await eventually('all are taken up', () => new Set(resumed).size === 1_100)
  expect(resumed).toHaveLength(1_100)
})

test('goes past a millisecond that has more graphs than are read at a time', async () => {
  const older = await newGraph(1)
  for (let at = 0; at < 501; at++) await newGraph(0)
  start(rarely, nothing)
  await eventually('the older one is taken up', () => resumed.includes(older))
})

test('goes on after a graph that fails, rests, waits, is deleted, or has its files', async () => {
  const graphs = await newGraphs(200)
  const [failing, resting, waiting, deleted, finished] = graphs as [
    GraphId,
    GraphId,
    GraphId,
    GraphId,
    GraphId,
  ]
  await createQuarantine(store).strike(`${resting}@1`, defaultLook, unavailable('the browser crashed'))
  await createBackoff(store).failed(`${waiting}@1`)
  for (const format of ['png', 'svg'] as const) await putFile(finished, format)
  start(rarely, async graphId => {
    if (graphId === failing) throw new Error('a fault of ours')
    if (graphId === deleted) throw graphNotFound(graphId)
    // Long enough for the others to end first.
    await pause(50)
  })
  const others = graphs.filter(each => ![resting, waiting, finished].includes(each))
  await eventually('the others are taken up', () => resumed.length === others.length)
  expect(new Set(resumed)).toEqual(new Set(others))
  await eventually(
    'the one with its files is ready',
    async () => (await store.graphs.find(finished))?.rendering.status === 'ready',
  )
})

test.each(['png', 'svg'] as const)('renders a graph of which only the %s is there', async format => {
  const graphId = await newGraph(0)
  await putFile(graphId, format)
  start(rarely, nothing)
  await eventually('it is taken up', () => resumed.includes(graphId))
})

test('leaves a new version of an old graph to the process that created it', async () => {
  await storeGraph(store, { createdAt: new Date(minuteAgo), updatedAt: new Date(Date.now() + 60_000) })
  const other = await newGraph(1)
  start(rarely, nothing)
  await eventually('an older one is taken up', () => resumed.includes(other))
  await pause(50)
  expect(resumed).toEqual([other])
})

test('ends when nothing can be rendered', async () => {
  await newGraphs(100)
  start(rarely, async () => {
    throw overloaded('no worker lives')
  })
  await eventually('some are tried', () => resumed.length > 0)
  await pause(100)
  expect(resumed.length).toBeLessThanOrEqual(atATime)
})

test('ends when it is stopped', async () => {
  await newGraphs(100)
  const { render, release } = held()
  const stop = start(rarely, render)
  await eventually('the first are taken up', () => resumed.length === atATime)
  stop()
  release()
  await pause(100)
  expect(resumed).toHaveLength(atATime)
})

test.each([
  [
    'another process has the lease',
    async () => {
      const leases = opened.store.records<{ holder: string; since: string }>('leases')
      const held = await leases.get(lease)
      const since = new Date().toISOString()
      // In one step: between a deletion and an insertion it could take the lease again.
      expect(await leases.update(lease, { holder: 'another', since }, { holder: held!.holder })).toBe(true)
    },
  ],
  [
    'the lease cannot be renewed',
    async () => {
      fault = unavailable('the store does not answer')
    },
  ],
])('ends when %s', async (_why, lose) => {
  await newGraphs(100)
  const { render, release } = held()
  start(often, render)
  await eventually('the first are taken up', () => resumed.length === atATime)
  await lose()
  const before = ticks
  await eventually('it tries to renew the lease', () => ticks > before + 2)
  release()
  await pause(100)
  expect(resumed).toHaveLength(atATime)
})

test('takes longer than the interval between two: the next one waits', async () => {
  const graphId = await newGraph(0)
  const { render, release } = held()
  start(often, render)
  await eventually('some intervals have passed', () => resumed.length > 0 && ticks > 5)
  await pause(100)
  expect(resumed).toEqual([graphId])
  release()
})

test('reports that the store does not answer, unless it was stopped meanwhile', async () => {
  fault = unavailable('the store does not answer')
  const stop = start(often, nothing)
  await eventually('it is reported', () => errors.length > 1)
  expect(errors[0]).toBe(fault)
  stop()
  const stopped = start(rarely, nothing)
  stopped()
  const before = errors.length
  await pause(50)
  expect(errors.length).toBe(before)
})
