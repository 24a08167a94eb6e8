/**
 * What one store carries through its port, at full load: the embedded one, and MongoDB where MONGODB_URL says where.
 * How its operations grow with the graphs in it: `scale`.
 */

import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { Figure } from '../../src/domain/figure/text.ts'
import type { GraphRecord } from '../../src/domain/graph/graph.ts'
import { accountIdOf, createGraphIds } from '../../src/domain/ids.ts'
import type { Store } from '../../src/domain/ports.ts'
import { backendFor } from '../../src/storage/backends.ts'
import { openStore } from '../../src/storage/open.ts'
import { graphRecord } from '../../test/support/records.ts'
import { keepAsking, type Measurement, type Row } from './measure.ts'

const seconds = 3
const newId = createGraphIds()
const accountId = accountIdOf('bench')

const newRecord = (): GraphRecord => {
  const title = `Quarterly revenue ${Math.floor(Math.random() * 1e6)}`
  return graphRecord(newId(), { accountId, title, traceTypes: ['scatter', 'bar'] })
}

/** About `size` bytes of figure, of which a quarter is layout; numbers differ from figure to figure. */
function newFigure(size: number): Figure {
  const numbers: string[] = []
  for (let length = 0; length < size * 0.75 - 40; ) {
    const next = (Math.random() * 1000).toFixed(3)
    numbers.push(next)
    length += next.length + 1
  }
  const data = `[{"type":"scatter","name":"a","y":[${numbers.join()}]}]`
  return { data, layout: JSON.stringify({ title: { text: 'x'.repeat(size / 4 - 24) } }), frames: null }
}

const figures = Array.from({ length: 1000 }, () => newFigure(1024))
const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

/** With many in flight: how many a second, and the processor time of each, all threads together. */
async function loadOf(what: string, task: () => Promise<unknown>, width = 256): Promise<Row[]> {
  const before = process.cpuUsage()
  const { perSecond, took } = await keepAsking(task, width, seconds)
  const { user, system } = process.cpuUsage(before)
  return [
    { what, value: perSecond, unit: '/s' },
    { what: `${what}: processor time`, value: (user + system) / took.length, unit: 'µs' },
  ]
}

async function measureLoad(store: Store, name: string): Promise<Row[]> {
  const created: GraphRecord[] = []
  const create = async () => {
    const record = newRecord()
    await store.graphs.insert(record, any(figures))
    created.push(record)
  }
  const artifact = { bytes: randomBytes(40_000), etag: '"e"', createdAt: new Date() }
  const variant = 'png|||1||'
  const readFigure = () => store.graphs.figure(any(created).graphId)
  const rows = [
    ...(await loadOf('creates of 1 KB', create)),
    ...(await loadOf('reads of a figure of 1 KB', readFigure)),
  ]
  const drawn = created.slice(0, 500)
  rows.push(
    ...(await loadOf('40 KB of image stored', () => store.artifacts.put(any(drawn), variant, artifact), 16)),
    ...(await loadOf('40 KB of image read', () => store.artifacts.get(any(drawn), variant))),
    ...(await measureBesideLarge(store, readFigure)),
  )
  return rows.map(row => ({ ...row, what: `${name}, ${row.what}` }))
}

/** Small reads while figures of 10 MB come in and go out. */
async function measureBesideLarge(store: Store, readFigure: () => Promise<unknown>): Promise<Row[]> {
  const large = newFigure(10 * 1024 * 1024)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let running = true
  const stream = (async () => {
    while (running) {
      const record = newRecord()
      await store.graphs.insert(record, large)
      await store.graphs.figure(record.graphId)
    }
  })()
  const read = async () => {
    await readFigure()
    await setTimeout(1)
  }
  const { perSecond } = await keepAsking(read, 16, seconds)
  running = false
  await stream
  return [
    { what: 'reads of a figure beside 10 MB in and out', value: perSecond, unit: '/s' },
    { what: 'event loop held up meanwhile, 99 of 100', value: delay.percentile(99) / 1e6, unit: 'ms' },
  ]
}

/** Without images, indexes and all, in the embedded store. */
async function bytesOfGraph(dataDir: string): Promise<number> {
  const graphs = 20_000
  const store = await openStore({ mongodbUrl: null, dataDir })
  for (let made = 0; made < graphs; made += 500) {
    await Promise.all(Array.from({ length: 500 }, () => store.graphs.insert(newRecord(), newFigure(1024))))
  }
  await store.close()
  const sizes = (await readdir(dataDir)).map(async name => (await stat(join(dataDir, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / graphs
}

export async function measureStores(): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'plotgate-bench-'))
  const mongodbUrl = process.env.MONGODB_URL
  try {
    const bytes = await bytesOfGraph(join(folder, 'size'))
    const rows: Row[] = [{ what: 'a graph of 1 KB on disk, embedded store', value: bytes, unit: 'bytes' }]
    for (const url of [null, ...(mongodbUrl ? [mongodbUrl] : [])]) {
      const address = { mongodbUrl: url, dataDir: join(folder, 'load') }
      const store = await openStore(address)
      try {
        rows.push(...(await measureLoad(store, backendFor(address).name)))
      } finally {
        if (url) await store.graphs.removeAll(accountId)
        await store.close()
      }
    }
    return { name: 'store', rows, missing: mongodbUrl ? [] : ['MongoDB: set MONGODB_URL'] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
