/**
 * Creates and reads a second through the store's port, on the embedded store and (with MONGODB_URL) on MongoDB.
 * The processor time each took, all threads together, tells what a machine busy with other things hides.
 * Usage: node scripts/bench-store.ts [--seconds 3] [--in-flight 256]
 */

import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Figure } from '../src/domain/figure/text.ts'
import type { GraphRecord } from '../src/domain/graph/graph.ts'
import { accountIdOf, createGraphIds, type GraphId } from '../src/domain/ids.ts'
import type { Store } from '../src/domain/ports.ts'
import { openStore } from '../src/storage/open.ts'
import { scriptOptions } from './script-options.ts'

const { values } = scriptOptions({
  options: { seconds: { type: 'string', default: '3' }, 'in-flight': { type: 'string', default: '256' } },
})
const seconds = Number(values.seconds)
const inFlight = Number(values['in-flight'])

const newId = createGraphIds()

const newRecord = (): GraphRecord => ({
  graphId: newId(),
  accountId: accountIdOf('bench'),
  createdAt: new Date(),
  version: 1,
  updatedAt: new Date(),
  expiresAt: null,
  title: `Quarterly revenue ${Math.floor(Math.random() * 1e6)}`,
  traceTypes: ['scatter', 'bar'],
  warnings: [],
  rendering: { status: 'pending', error: null, omitted: [] },
})

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

/** Runs `task` with many in flight for the set time: how many a second, their latencies and processor time. */
async function rate(task: () => Promise<unknown>, width = inFlight) {
  const took: number[] = []
  const started = performance.now()
  const cpuBefore = process.cpuUsage()
  const until = started + seconds * 1000
  const lane = async () => {
    while (performance.now() < until) {
      const begun = performance.now()
      await task()
      took.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  const perSecond = took.length / ((performance.now() - started) / 1000)
  const cpu = process.cpuUsage(cpuBefore)
  const cpuEach = (cpu.user + cpu.system) / took.length
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.floor(took.length * share)] ?? 0
  return { perSecond, cpuEach, p50: at(0.5), p99: at(0.99), max: at(0.999999) }
}

function print(label: string, result: Awaited<ReturnType<typeof rate>>): void {
  const ms = (value: number) => `${value.toFixed(2).padStart(8)} ms`
  console.log(
    `${label.padEnd(44)}${Math.round(result.perSecond).toLocaleString('en').padStart(9)}/s   p50${ms(result.p50)}   p99${ms(result.p99)}   max${ms(result.max)}   cpu ${Math.round(result.cpuEach)} µs`,
  )
}

async function bench(store: Store): Promise<void> {
  console.log(`\n${store.kind}, ${inFlight} in flight, ${seconds} s each`)
  const ids: GraphId[] = []
  const figures = Array.from({ length: 1000 }, () => newFigure(1024))
  const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
  const create = async () => {
    const record = newRecord()
    await store.graphs.insert(record, any(figures))
    ids.push(record.graphId)
  }
  print('creates of 1 KB', await rate(create))
  print('creates of 1 KB, one at a time', await rate(create, 1))
  print('reads of a record', await rate(() => store.graphs.find(any(ids))))
  print('reads of a figure of 1 KB', await rate(() => store.graphs.figure(any(ids))))
  print('lists of 24', await rate(() => store.graphs.list({ accountId: accountIdOf('bench'), limit: 24 }), 8))
  print(
    `searches of a rare title among ${ids.length}`,
    await rate(
      () => store.graphs.list({ accountId: accountIdOf('bench'), limit: 24, title: 'no such title' }),
      1,
    ),
  )

  const picture = randomBytes(40_000)
  const variant = 'png|||1||'
  const artifact = () => ({ bytes: picture, etag: '"e"', createdAt: new Date() })
  const pictured = ids.slice(0, 500)
  print(
    'artifacts of 40 KB put',
    await rate(() => store.artifacts.put({ graphId: any(pictured), version: 1 }, variant, artifact()), 16),
  )
  print(
    'artifacts of 40 KB read',
    await rate(() => store.artifacts.get({ graphId: any(pictured), version: 1 }, variant)),
  )

  const large = newFigure(10 * 1024 * 1024)
  const largeId = newRecord()
  await store.graphs.insert(largeId, large)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let running = true
  let largeOnes = 0
  const stream = (async () => {
    while (running) {
      await store.graphs.insert(newRecord(), large)
      await store.graphs.figure(largeId.graphId)
      largeOnes += 1
    }
  })()
  print(
    'reads of a figure beside 10 MB in and out',
    await rate(async () => {
      await store.graphs.figure(any(ids))
      await new Promise(resolve => setTimeout(resolve, 1))
    }, 16),
  )
  running = false
  await stream
  console.log(
    `  10 MB stored and read ${largeOnes} times meanwhile; event loop held up: p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, longest ${(delay.max / 1e6).toFixed(1)} ms`,
  )
}

/** Bytes on disk of a graph of 1 KB without images, indexes and all, in the embedded store. */
async function bytesOfGraph(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'plotgate-bench-'))
  const graphs = 20_000
  try {
    const store = await openStore({ mongodbUrl: null, dataDir: folder })
    for (let at = 0; at < graphs; at += 500) {
      const some = Array.from({ length: 500 }, () => store.graphs.insert(newRecord(), newFigure(1024)))
      await Promise.all(some)
    }
    await store.close()
    const sizes = (await readdir(folder)).map(async name => (await stat(join(folder, name))).size)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / graphs
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'plotgate-bench-'))
const stores = [
  () => openStore({ mongodbUrl: null, dataDir }),
  ...(process.env.MONGODB_URL
    ? [() => openStore({ mongodbUrl: process.env.MONGODB_URL ?? null, dataDir })]
    : []),
]
try {
  console.log(`sqlite, a graph of 1 KB on disk: ${Math.round(await bytesOfGraph())} bytes`)
  for (const open of stores) {
    const store = await open()
    try {
      await bench(store)
    } finally {
      if (store.kind === 'mongodb') await store.graphs.removeAll(accountIdOf('bench'))
      await store.close()
    }
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
