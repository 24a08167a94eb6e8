/** What gets lost between gateways, Redis and workers, and what becomes of those who wait. */

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { accountIdOf, type GraphId } from '../../src/domain/ids.ts'
import { type ImageFormat, imageFormats } from '../../src/domain/image/formats.ts'
import { defaultLook } from '../../src/domain/image/look.ts'
import type { RenderPriority } from '../../src/domain/image/ports.ts'
import { createQuarantine } from '../../src/domain/image/quarantine.ts'
import { createLocalDispatcher } from '../../src/domain/image/renders/local-dispatcher.ts'
import type { Store } from '../../src/domain/ports.ts'
import { createQueueDispatcher, type QueueDispatcher } from '../../src/job-queue/gateway/dispatcher.ts'
import { jobIdOf, queueName } from '../../src/job-queue/jobs.ts'
import { createQueueWorker, type QueueWorker } from '../../src/job-queue/worker/worker.ts'
import { openStore } from '../../src/storage/open.ts'
import { eventually } from '../support/eventually.ts'
import { linkTo } from '../support/link.ts'
import { type WatchedQueue, watchQueue } from '../support/queue.ts'
import {
  createRecordingRenderer,
  insertGraph,
  type RecordingRenderer,
} from '../support/recording-renderer.ts'
import { redisMissing, startRedis, type TestRedis } from '../support/redis.ts'

;(redisMissing ? describe.skip : describe)('what gets lost', () => {
  let redis: TestRedis
  let client: Redis
  let folder: string
  let store: Store
  let prefix: string
  let queue: WatchedQueue
  let renderer: RecordingRenderer
  const opened: { close(): Promise<void> }[] = []

  const graphJob = (graphId: GraphId, formats: readonly ImageFormat[] = ['png']) => ({
    graphId,
    accountId: accountIdOf('a'),
    version: 1,
    formats,
    look: defaultLook,
  })
  const ask = (
    gateway: QueueDispatcher,
    graphId: GraphId,
    formats?: readonly ImageFormat[],
    priority: RenderPriority = 'waiting',
  ) => gateway.submit(graphJob(graphId, formats), priority)

  async function openGateway(url = redis.url): Promise<QueueDispatcher> {
    const gateway = await createQueueDispatcher({ redis: { url, prefix }, store, onError: () => {} })
    opened.push(gateway)
    return gateway
  }

  async function openWorker(url = redis.url): Promise<QueueWorker> {
    const dispatcher = createLocalDispatcher({ store, renderer, onStoreError: () => {} })
    const worker = await createQueueWorker({
      redis: { url, prefix },
      store,
      dispatcher,
      concurrency: 2,
      onError: () => {},
    })
    opened.push(worker)
    return worker
  }

  const isBeingDrawn = () => eventually('a worker draws', () => renderer.drawn.length > 0)

  beforeAll(async () => {
    redis = await startRedis()
    client = new Redis(redis.url)
    folder = await mkdtemp(join(tmpdir(), 'plotgate-losses-'))
    store = await openStore({ mongodbUrl: null, dataDir: folder })
  })
  beforeEach(() => {
    prefix = `test-${crypto.randomUUID().slice(0, 8)}`
    queue = watchQueue(client, prefix)
    renderer = createRecordingRenderer()
  })
  afterEach(async () => {
    renderer.hold = null
    await Promise.all(opened.splice(0).map(each => each.close()))
  })
  afterAll(async () => {
    client.disconnect()
    await store.close()
    await redis.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('png and svg made ahead at one gateway, png asked at another: one render', async () => {
    await queue.announceWorker()
    const [one, two] = [await openGateway(), await openGateway()]
    const graphId = await insertGraph(store, '["merged"]')
    const ahead = ask(one, graphId, ['png', 'svg'], 'background')
    const waiting = ask(two, graphId, ['png'])
    const another = ask(two, graphId, ['webp'])
    await queue.holds(graphJob(graphId), ['png', 'svg', 'webp'], 2)
    await openWorker()
    await Promise.all([ahead.result, waiting.result, another.result])
    expect(renderer.formats).toEqual(['png svg webp'])
  })

  test('a format asked for while the others are drawn comes with a render of its own', async () => {
    const gateway = await openGateway()
    await openWorker()
    const held = Promise.withResolvers<void>()
    renderer.hold = held.promise
    const graphId = await insertGraph(store, '["late"]')
    const first = ask(gateway, graphId, ['png'])
    await isBeingDrawn()
    const second = ask(gateway, graphId, ['pdf'])
    await queue.holds(graphJob(graphId), ['pdf'])
    held.resolve()
    await first.result
    expect([...(await second.result).keys()]).toEqual(['pdf'])
    expect(renderer.formats).toEqual(['png svg', 'pdf'])
  })

  test('a worker that died with a job: another has made the image a few seconds later', async () => {
    await queue.announceWorker()
    const gateway = await openGateway()
    const connection = new Redis(redis.url, { maxRetriesPerRequest: null })
    // Takes a job, and is never heard of again.
    const dead = new Worker(queueName, () => new Promise(() => {}), {
      connection,
      prefix,
      lockDuration: 2_500,
      skipLockRenewal: true,
      skipStalledCheck: true,
    })
    const waiting = ask(gateway, await insertGraph(store, '["orphaned"]'))
    await once(dead, 'active')
    await openWorker()
    await waiting.result
    expect(renderer.drawn).toHaveLength(1)
    await dead.close(true)
    connection.disconnect()
  })

  test('an outcome that is told to nobody is found in the store', async () => {
    const link = await linkTo(redis.url)
    const gateway = await openGateway(link.url)
    const held = Promise.withResolvers<void>()
    renderer.hold = held.promise
    await openWorker()
    const waiting = ask(gateway, await insertGraph(store, '["untold"]'))
    await isBeingDrawn()
    await link.cut()
    held.resolve()
    expect([...(await waiting.result).keys()]).toEqual(['png'])
    expect(renderer.drawn).toHaveLength(1)
  })

  test('who waits while Redis is away is told that, not that no worker lives', async () => {
    const link = await linkTo(redis.url)
    const gateway = await openGateway(link.url)
    const held = Promise.withResolvers<void>()
    renderer.hold = held.promise
    await openWorker()
    const waiting = ask(gateway, await insertGraph(store, '["away"]'))
    await isBeingDrawn()
    await link.cut()
    await expect(waiting.result).rejects.toMatchObject({
      code: 'unavailable',
      message: 'the render queue does not answer',
    })
    held.resolve()
  })

  test('a queue that Redis lost is built anew by those who wait', async () => {
    await queue.announceWorker()
    const gateway = await openGateway()
    const graphId = await insertGraph(store, '["lost"]')
    const waiting = ask(gateway, graphId)
    await queue.holds(graphJob(graphId))
    await queue.lose()
    await openWorker()
    expect([...(await waiting.result).keys()]).toEqual(['png'])
  })

  test('without a worker who waits is told so within seconds, and when to come back', async () => {
    const gateway = await openGateway()
    const waiting = ask(gateway, await insertGraph(store, '["alone"]'))
    await expect(waiting.result).rejects.toMatchObject({ code: 'unavailable', status: 503, retryAfter: 5 })
  })

  test('what nobody waits for any more is not drawn', async () => {
    await queue.announceWorker()
    const gateway = await openGateway()
    const graphId = await insertGraph(store, '["expired"]')
    ask(gateway, graphId).result.catch(() => {})
    await queue.holds(graphJob(graphId))
    const asked = `${prefix}:asked:${jobIdOf(graphJob(graphId))}`
    const [member = ''] = (await client.hkeys(asked)).filter(field => field.startsWith('g:'))
    // As a gateway leaves it that died, once its callers' time has passed.
    await client.hset(asked, member, String(Date.now() - 1))
    await gateway.close()
    await openWorker()
    await ask(await openGateway(), await insertGraph(store, '["next"]')).result
    expect(renderer.drawn).not.toContain('["expired"]')
  })

  test('a canary that nobody draws leaves the queue', async () => {
    const gateway = await openGateway()
    await expect(gateway.canary()).rejects.toMatchObject({ code: 'unavailable' })
    await eventually('it has left', async () => (await client.keys(`${prefix}:*canary*`)).length === 0)
  })

  test('a job whose workers end again and again is given up, and its figure rests', async () => {
    await queue.announceWorker()
    const gateway = await openGateway()
    const graphId = await insertGraph(store, '["deadly"]')
    const waiting = ask(gateway, graphId)
    // As three workers leave it that died with it.
    await queue.holds(graphJob(graphId))
    await client.hset(`${prefix}:${queueName}:${jobIdOf(graphJob(graphId))}`, {
      stc: 3,
      defa: 'job stalled more than allowable limit',
    })
    await openWorker()
    await expect(waiting.result).rejects.toMatchObject({ status: 503, retryAfter: 60 })
    expect(renderer.drawn).toEqual([])
    await expect(createQuarantine(store).check(`${graphId}@1`, defaultLook)).rejects.toMatchObject({
      status: 503,
    })
  })

  test('turns of an account count together, at whichever gateway it asks', async () => {
    await queue.announceWorker()
    const [one, two] = [await openGateway(), await openGateway()]
    for (const [gateway, name] of [
      [one, 'm1'],
      [two, 'm2'],
      [one, 'm3'],
    ] as const) {
      const graphId = await insertGraph(store, `["${name}"]`)
      ask(gateway, graphId).result.catch(() => {})
      await queue.holds(graphJob(graphId))
    }
    const other = { ...graphJob(await insertGraph(store, '["polite"]')), accountId: accountIdOf('b') }
    const polite = two.submit(other, 'waiting')
    await queue.holds(other)
    const jobs = await client.zrange(`${prefix}:${queueName}:prioritized`, '0', '-1')
    expect(jobs.indexOf(jobIdOf(other))).toBeLessThan(2)
    await openWorker()
    await polite.result
  })

  test('a worker that is cut off from Redis with a job ends all the same', async () => {
    const link = await linkTo(redis.url)
    const gateway = await openGateway()
    const held = Promise.withResolvers<void>()
    renderer.hold = held.promise
    const worker = await openWorker(link.url)
    const graphId = await insertGraph(store, '["cut off"]')
    const waiting = ask(gateway, graphId)
    await isBeingDrawn()
    await link.cut()
    held.resolve()
    await worker.close()
    // What it drew is in the store, where who waits finds it.
    expect([...(await waiting.result).keys()]).toEqual(['png'])
  })

  test('a worker takes only jobs of the protocol it knows', async () => {
    const later = new Queue('renders-4', { connection: client, prefix })
    await later.add('render', { not: 'understood' }, { jobId: 'of-a-later-version' })
    await openWorker()
    await ask(await openGateway(), await insertGraph(store, '["understood"]')).result
    expect(await later.getWaitingCount()).toBe(1)
    expect(renderer.drawn).toEqual(['["understood"]'])
    await later.close()
  })

  test('what travels is what this protocol says: a change of it raises the number in the name of the queue', async () => {
    await queue.announceWorker()
    const gateway = await openGateway()
    const job = graphJob(await insertGraph(store, '["shape"]'), ['png', 'svg'])
    gateway.submit(job, 'waiting').result.catch(() => {})
    await queue.holds(job)
    const sent = (await queue.dataOf(job)) as { look: object }
    expect([queueName, Object.keys(sent).sort(), Object.keys(sent.look).sort(), imageFormats]).toEqual([
      'renders-3',
      ['accountId', 'formats', 'graphId', 'look', 'version'],
      ['background', 'height', 'locale', 'scale', 'theme', 'width'],
      ['png', 'svg', 'webp', 'jpeg', 'pdf'],
    ])
  })

  test('an outcome is told to the gateways that asked, and to no other', async () => {
    const [one, two] = [await openGateway(), await openGateway()]
    await openGateway()
    await openWorker()
    const told: string[] = []
    const listener = new Redis(redis.url)
    await listener.psubscribe(`${prefix}:replies:*`)
    listener.on('pmessage', (_pattern, channel) => told.push(channel))
    const graphId = await insertGraph(store, '["told"]')
    await Promise.all([ask(one, graphId).result, ask(two, graphId).result])
    await eventually('both are told', () => told.length >= 2)
    listener.disconnect()
    expect(told).toHaveLength(2)
    expect(new Set(told).size).toBe(2)
  })

  test('a file that is there already is not drawn again, and its state is settled', async () => {
    const gateway = await openGateway()
    const graphId = await insertGraph(store, '["there"]')
    const omitted = ['https://tiles.example/1']
    const artifact = { bytes: Buffer.from('made'), etag: '"e"', createdAt: new Date(), omitted }
    for (const format of ['png', 'svg'])
      await store.artifacts.put(graphJob(graphId), `${format}|||1||`, artifact)
    await openWorker()
    await ask(gateway, graphId).result
    expect(renderer.drawn).toEqual([])
    expect((await store.graphs.find(graphId))?.rendering).toEqual({ status: 'ready', error: null, omitted })
  })
})
