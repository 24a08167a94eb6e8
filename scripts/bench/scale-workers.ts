/**
 * How the shared queue grows with its workers: each a process of its own, with a stand-in for renderer and store that
 * takes the same time for every figure and no processor. What is left is the queue.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { accountIdOf, createGraphIds, type GraphId } from '../../src/domain/ids.ts'
import { defaultLook } from '../../src/domain/image/look.ts'
import { createQueueDispatcher, type QueueDispatcherDeps } from '../../src/job-queue/gateway/dispatcher.ts'
import { startRedis } from '../../test/support/redis.ts'
import { median, type Row } from './measure.ts'

const counts = [1, 2, 4, 8]
/** Of one worker: so many at once, each of that length. */
const standIn = { atOnce: 4, ms: 200 }
/** Rounds that every place draws. */
const rounds = 12

// Every image is there once the queue says so, and the dispatcher asks the store for nothing else.
const artifact = { bytes: Buffer.alloc(0), etag: '"e"', createdAt: new Date() }
const store = { artifacts: { get: async () => artifact } } as unknown as QueueDispatcherDeps['store']
const newId = createGraphIds()

export async function measureWorkers(): Promise<Row[]> {
  const redis = await startRedis()
  const address = { url: redis.url, prefix: 'scale' }
  const gateway = await createQueueDispatcher({ redis: address, store, onError: console.error })
  const workers: ReturnType<typeof spawn>[] = []

  const draw = async (graphId: GraphId) => {
    const job = { graphId, accountId: accountIdOf('a'), version: 1, look: defaultLook }
    const begun = performance.now()
    await gateway.submit({ ...job, formats: ['png'] }, 'waiting').result
    return performance.now() - begun
  }
  const newGraphs = (count: number) => Array.from({ length: count }, newId)

  async function startWorker(): Promise<void> {
    const file = join(import.meta.dirname, 'stand-in-worker.ts')
    const given = JSON.stringify({ ...standIn, redis: address })
    const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, given], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    workers.push(worker)
    await once(createInterface(worker.stdout!), 'line')
  }

  /** Renders a second with a caller for each place of each worker, and what each cost this process. */
  async function rate(places: number) {
    const rest = newGraphs(places * rounds)
    const total = rest.length
    const own = process.cpuUsage()
    const begun = performance.now()
    const lane = async () => {
      for (let next = rest.pop(); next !== undefined; next = rest.pop()) await draw(next)
    }
    await Promise.all(Array.from({ length: places }, lane))
    const { user, system } = process.cpuUsage(own)
    return {
      perSecond: (total * 1000) / (performance.now() - begun),
      cpuMs: (user + system) / 1000 / total,
    }
  }

  try {
    const rows: Row[] = []
    let one = 0
    for (const count of counts) {
      while (workers.length < count) await startWorker()
      const places = count * standIn.atOnce
      // Warm: neither connections nor code are measured.
      await Promise.all(newGraphs(2 * places).map(draw))
      const { perSecond, cpuMs } = await rate(places)
      one ||= perSecond
      const share = ((100 * perSecond) / (one * count)).toFixed(0)
      rows.push({
        what: `${count} workers, renders a second`,
        value: perSecond,
        unit: '/s',
        goal: `at least 90 % of linear: ${share} %`,
      })
      rows.push({
        what: `${count} workers, processor time of the gateway`,
        value: cpuMs,
        unit: 'ms',
        goal: 'under 1 ms a render',
      })
    }
    const alone: number[] = []
    for (const graphId of newGraphs(40)) alone.push((await draw(graphId)) - standIn.ms)
    rows.push({
      what: 'one render at a time, beyond its own time',
      value: median(alone),
      unit: 'ms',
      goal: 'under 3 ms',
    })
    return rows
  } finally {
    await gateway.close()
    for (const worker of workers) worker.kill('SIGKILL')
    await redis.stop()
  }
}
