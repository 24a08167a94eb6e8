/**
 * What the shared queue itself costs: renders through a Redis of its own (or REDIS_URL, with nothing else on it) by a
 * gateway and a worker in this process, with a stand-in that draws nothing. Prints processor time of Redis, which has
 * one thread for all of it, and of this process, for each render.
 * Usage: node scripts/bench-queue.ts [--renders 3000] [--in-flight 64]
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { accountIdOf, type GraphId } from '../src/domain/ids.ts'
import { defaultLook } from '../src/domain/image/look.ts'
import { createLocalDispatcher } from '../src/domain/image/render-graph.ts'
import { createQueueDispatcher } from '../src/job-queue/dispatcher.ts'
import { createQueueWorker } from '../src/job-queue/worker.ts'
import { openStore } from '../src/storage/open.ts'
import { createRecordingRenderer, insertGraph } from '../test/support/recording-renderer.ts'
import { startRedis } from '../test/support/redis.ts'
import { scriptOptions } from './script-options.ts'

const { values } = scriptOptions({
  options: { renders: { type: 'string', default: '3000' }, 'in-flight': { type: 'string', default: '64' } },
})
const inFlight = Number(values['in-flight'])

const server = await startRedis()
const dataDir = await mkdtemp(join(tmpdir(), 'plotgate-bench-'))
const store = await openStore({ mongodbUrl: null, dataDir })
const redis = { url: server.url, prefix: 'bench' }
const onError = (error: unknown) => console.error(error)
const gateway = await createQueueDispatcher({ redis, store, onError })
const renderer = createRecordingRenderer()
const dispatcher = createLocalDispatcher({ store, renderer, onStoreError: onError })
const worker = await createQueueWorker({ redis, store, dispatcher, concurrency: inFlight, onError })
const asked = new Redis(server.url)

/** Seconds of processor time, and commands, since the server began. */
async function readServer() {
  const info = await asked.info()
  const read = (name: string) => Number(new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1])
  return {
    seconds: read('used_cpu_sys') + read('used_cpu_user'),
    commands: read('total_commands_processed'),
  }
}

const submit = (graphId: GraphId) =>
  gateway.submit(
    { graphId, accountId: accountIdOf('a'), version: 1, formats: ['png'], look: defaultLook },
    'waiting',
  ).result

async function renderAll(graphs: readonly GraphId[]): Promise<void> {
  const rest = [...graphs]
  const lane = async () => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) await submit(next)
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
}

try {
  const newGraphs = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => insertGraph(store, `[${at}]`)))
  await renderAll(await newGraphs(10 * inFlight))
  const graphs = await newGraphs(Number(values.renders))
  const [before, own, begun] = [await readServer(), process.cpuUsage(), performance.now()]
  await renderAll(graphs)
  const [after, { user, system }] = [await readServer(), process.cpuUsage(own)]
  const each = (total: number) => (total / graphs.length).toFixed(3)
  console.log(`${graphs.length} renders, ${inFlight} at once, in ${Math.round(performance.now() - begun)} ms`)
  console.log(`Redis, processor time of a render      ${each((after.seconds - before.seconds) * 1000)} ms`)
  console.log(`Redis, commands of a render            ${each(after.commands - before.commands)}`)
  console.log(`gateway, worker and store together     ${each((user + system) / 1000)} ms`)
} finally {
  asked.disconnect()
  await gateway.close()
  await worker.close()
  await store.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
