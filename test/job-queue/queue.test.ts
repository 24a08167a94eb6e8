/** One machine, then many: gateways submit renders by id, workers draw them, pictures travel through the store. */

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { Job, Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { accountIdOf, type GraphId } from '../../src/domain/ids.ts'
import { defaultLook } from '../../src/domain/image/look.ts'
import type { RenderDispatcher, UnstoredDispatcher } from '../../src/domain/image/ports.ts'
import { createLocalDispatcher } from '../../src/domain/image/renders/local-dispatcher.ts'
import type { Store } from '../../src/domain/ports.ts'
import { cancelled } from '../../src/errors/errors.ts'
import { createQueueDispatcher } from '../../src/job-queue/gateway/dispatcher.ts'
import { createGatewayQueue } from '../../src/job-queue/gateway/gateway-queue.ts'
import { createOutcomes } from '../../src/job-queue/gateway/outcomes.ts'
import { createJobRequests } from '../../src/job-queue/job-requests.ts'
import { jobIdOf, queueName, renderJob } from '../../src/job-queue/jobs.ts'
import { queueKeys } from '../../src/job-queue/keys.ts'
import { createQueueWorker, type QueueWorker } from '../../src/job-queue/worker/worker.ts'
import { openStore } from '../../src/storage/open.ts'
import { eventually } from '../support/eventually.ts'
import { type WatchedQueue, watchQueue } from '../support/queue.ts'
import { createRecordingRenderer, insertGraph } from '../support/recording-renderer.ts'
import { redisMissing, startRedis, type TestRedis } from '../support/redis.ts'

if (redisMissing) console.warn(`SKIPPED: the shared queue is not tested here: ${redisMissing}`)

;(redisMissing ? describe.skip : describe)('renders through the shared queue', () => {
  let redis: TestRedis
  let folder: string
  let store: Store
  let gateway: RenderDispatcher & UnstoredDispatcher
  let client: Redis
  let queue: WatchedQueue
  let renderer: ReturnType<typeof createRecordingRenderer>
  let worker: QueueWorker
  const errors: unknown[] = []
  const prefix = 'queue-test'

  const startWorker = () =>
    createQueueWorker({
      redis: { url: redis.url, prefix },
      store,
      dispatcher: createLocalDispatcher({ store, renderer, onStoreError: error => errors.push(error) }),
      concurrency: 2,
      onError: error => errors.push(error),
    })

  const newGraph = (data: string) => insertGraph(store, data)

  const formats = ['png', 'svg'] as const
  const jobOf = (graphId: GraphId) => ({
    graphId,
    accountId: accountIdOf('a'),
    version: 1,
    formats,
    look: defaultLook,
  })
  const submit = (graphId: GraphId, priority: 'waiting' | 'background' = 'waiting') =>
    gateway.submit(jobOf(graphId), priority)

  beforeAll(async () => {
    redis = await startRedis()
    client = new Redis(redis.url)
    queue = watchQueue(client, prefix)
    folder = await mkdtemp(join(tmpdir(), 'plotgate-queue-'))
    store = await openStore({ mongodbUrl: null, dataDir: folder })
    renderer = createRecordingRenderer()
    gateway = await createQueueDispatcher({
      redis: { url: redis.url, prefix },
      store,
      onError: error => errors.push(error),
    })
    worker = await startWorker()
  })

  afterAll(async () => {
    await gateway?.close()
    await worker?.close()
    await store?.close()
    client?.disconnect()
    await redis?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('a submitted render is drawn by the worker and comes back from the store', async () => {
    const graphId = await newGraph('[1]')
    const artifacts = await submit(graphId).result
    expect([...artifacts.keys()]).toEqual(['png', 'svg'])
    expect(Buffer.from(artifacts.get('png')?.bytes ?? []).toString()).toBe('png of [1]')
    expect((await store.graphs.find(graphId))?.rendering.status).toBe('ready')
  })

  test('two gateways that ask for the same picture cause one drawing', async () => {
    const other = await createQueueDispatcher({
      redis: { url: redis.url, prefix },
      store,
      onError: error => errors.push(error),
    })
    const job = jobOf(await newGraph('["once"]'))
    await Promise.all([gateway.submit(job, 'background').result, other.submit(job, 'waiting').result])
    expect(renderer.drawn.filter(data => data === '["once"]')).toHaveLength(1)
    await other.close()
  })

  test("the charting library's refusal keeps its code, status and message on the way", async () => {
    const graphId = await newGraph('["refused"]')
    await expect(submit(graphId).result).rejects.toMatchObject({
      code: 'render_failed',
      status: 422,
      message: 'the library refused it',
    })
    expect((await store.graphs.find(graphId))?.rendering).toMatchObject({ status: 'failed' })
  })

  test('what is cancelled while it is queued is never drawn', async () => {
    await worker.close()
    const graphId = await newGraph('["cancelled"]')
    const handle = submit(graphId, 'background')
    await queue.holds(jobOf(graphId))
    const dropped = handle.cancel()
    await expect(handle.result).rejects.toMatchObject({ code: 'cancelled' })
    expect(await dropped).toBe(true)
    worker = await startWorker()
    await submit(await newGraph('["after"]')).result
    expect(renderer.drawn).not.toContain('["cancelled"]')
  })

  test('what is cancelled when a worker has begun it is told as such, and stored', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    renderer.hold = promise
    const graphId = await newGraph('["begun"]')
    const handle = submit(graphId)
    await eventually('a worker has begun', () => renderer.drawn.includes('["begun"]'))
    const dropped = handle.cancel()
    await expect(handle.result).rejects.toMatchObject({ code: 'cancelled' })
    expect(await dropped).toBe(false)
    renderer.hold = null
    resolve()
    await eventually(
      'it is stored',
      async () => (await store.graphs.find(graphId))?.rendering.status === 'ready',
    )
  })

  test('what is cancelled while it is being added leaves the queue again', async () => {
    await worker.close()
    const job = jobOf(await newGraph('["cancelled early"]'))
    const jobId = jobIdOf(job)
    const keys = queueKeys(prefix)
    const requests = createJobRequests(client, keys)
    const bull = new Queue(queueName, { connection: client, prefix: keys.bull })
    const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const gatewayQueue = createGatewayQueue({
      gatewayId: 'a gateway',
      commands: client,
      queue: bull,
      requests: {
        ...requests,
        async add(request) {
          const turn = await requests.add(request)
          asked.resolve()
          await goOn.promise
          return turn
        },
      },
      outcomes: createOutcomes(),
      limits: { enter: () => () => {}, admit: async () => {} },
      traces: null,
      onError() {},
    })
    const entry = { jobId, name: renderJob, data: job, formats, flow: 'a', found: async () => false }
    const { waiter } = gatewayQueue.enter(entry, 'waiting', performance.now() + 3_600_000)
    await asked.promise
    waiter.reject(cancelled())
    await expect(waiter.done).rejects.toMatchObject({ code: 'cancelled' })
    await gatewayQueue.withdraw(jobId)
    const added = bull.waitUntilReady().then(() => once(bull, 'waiting'))
    goOn.resolve()
    await added
    await eventually('the job is gone', async () => (await bull.getJob(jobId)) === undefined)

    await bull.close()
    worker = await startWorker()
  })

  test('what somebody waits for is drawn before what nobody waits for', async () => {
    await worker.close()
    const later = await Promise.all([
      newGraph('["b1"]'),
      newGraph('["b2"]'),
      newGraph('["b3"]'),
      newGraph('["b4"]'),
    ])
    await queue.announceWorker()
    const background = later.map(graphId => submit(graphId, 'background'))
    for (const graphId of later) await queue.holds(jobOf(graphId))
    const wanted = await newGraph('["w"]')
    const waiting = submit(wanted)
    background[3]?.promote(['png'])
    await queue.putsFirst([wanted, later[3]!].map(jobOf))
    worker = await startWorker()
    await queue.withdrawWorker()
    await Promise.all([waiting.result, ...background.map(handle => handle.result)])
    const order = renderer.drawn.slice(-5)
    expect(order.slice(0, 2).sort()).toEqual(['["b4"]', '["w"]'])
  })

  test('a new job is added in its place, and moved there only where it was queued with less haste', async () => {
    await worker.close()
    await queue.announceWorker()
    const move = jest.spyOn(Job.prototype, 'changePriority')
    const graphId = await newGraph('["once"]')
    const first = submit(graphId)
    await queue.holds(jobOf(graphId))
    const ahead = await newGraph('["ahead"]')
    const later = submit(ahead, 'background')
    await queue.holds(jobOf(ahead))
    expect(move).not.toHaveBeenCalled()
    const sooner = submit(ahead)
    await eventually('it is moved', () => move.mock.calls.length === 1)
    move.mockRestore()
    worker = await startWorker()
    await queue.withdrawWorker()
    await Promise.all([first.result, later.result, sooner.result])
  })

  test('a figure that is not stored travels to the worker and its image back, and nothing stays in Redis', async () => {
    const figure = { data: '[{"y":[41]}]', layout: '{}', frames: null }
    const { result } = gateway.draw({
      accountId: accountIdOf('a'),
      figure,
      format: 'webp',
      look: defaultLook,
    })
    const { images } = await result
    expect(String(images.get('webp'))).toBe('webp of [{"y":[41]}]')
    expect(await client.keys('queue-test:unstored:*')).toEqual([])
    const refused = gateway.draw({
      accountId: accountIdOf('a'),
      figure: { ...figure, data: '["refused"]' },
      format: 'png',
      look: defaultLook,
    })
    await expect(refused.result).rejects.toMatchObject({ code: 'render_failed', status: 422 })
  })

  test('the canary is drawn by a worker; without one it says so', async () => {
    await expect(gateway.canary()).resolves.toBeUndefined()
    await worker.close()
    await expect(gateway.canary()).rejects.toMatchObject({ code: 'unavailable' })
    worker = await startWorker()
  })
})
