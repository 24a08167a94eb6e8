/**
 * What the shared queue itself costs: renders through a Redis of its own (or REDIS_URL, with nothing else on it) by a
 * gateway and a worker in this process, with a stand-in that draws nothing. Redis has one thread for all of it.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { accountIdOf, type GraphId } from '../../src/domain/ids.ts'
import { defaultLook } from '../../src/domain/image/look.ts'
import { createLocalDispatcher } from '../../src/domain/image/renders/local-dispatcher.ts'
import { createQueueDispatcher } from '../../src/job-queue/gateway/dispatcher.ts'
import { createQueueWorker } from '../../src/job-queue/worker/worker.ts'
import { openStore } from '../../src/storage/open.ts'
import { createRecordingRenderer, insertGraph } from '../../test/support/recording-renderer.ts'
import { startRedis } from '../../test/support/redis.ts'
import type { Measurement } from './measure.ts'

const renders = 3_000
const inFlight = 64

export async function measureQueue(): Promise<Measurement> {
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

  const newGraphs = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => insertGraph(store, `[${at}]`)))

  async function renderAll(graphs: readonly GraphId[]): Promise<void> {
    const rest = [...graphs]
    const job = { accountId: accountIdOf('a'), version: 1, formats: ['png'], look: defaultLook } as const
    const lane = async () => {
      for (let graphId = rest.pop(); graphId !== undefined; graphId = rest.pop())
        await gateway.submit({ ...job, graphId }, 'waiting').result
    }
    await Promise.all(Array.from({ length: inFlight }, lane))
  }

  try {
    await renderAll(await newGraphs(10 * inFlight))
    const graphs = await newGraphs(renders)
    const [before, own] = [await readServer(asked), process.cpuUsage()]
    await renderAll(graphs)
    const [after, { user, system }] = [await readServer(asked), process.cpuUsage(own)]
    const redisMs = (after.seconds - before.seconds) * 1000
    const rows = [
      { what: 'processor time of Redis, a render', value: redisMs / renders, unit: 'ms' },
      { what: 'commands of Redis, a render', value: (after.commands - before.commands) / renders, unit: '' },
      { what: 'gateway, worker and store together', value: (user + system) / 1000 / renders, unit: 'ms' },
    ]
    return { name: 'queue', rows, missing: [] }
  } finally {
    asked.disconnect()
    await gateway.close()
    await worker.close()
    await store.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Seconds of processor time, and commands, since the server began. */
async function readServer(server: Redis) {
  const info = await server.info()
  const read = (name: string) => Number(new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1])
  return {
    seconds: read('used_cpu_sys') + read('used_cpu_user'),
    commands: read('total_commands_processed'),
  }
}
