/** `plotgate queue`, and what `/metrics` and a worker's health tell of the same queue. */

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { accountIdOf, type GraphId, requireGraphId } from '../../src/domain/ids.ts'
import { defaultLook } from '../../src/domain/image/look.ts'
import { createQuarantine } from '../../src/domain/image/quarantine.ts'
import { createLocalDispatcher } from '../../src/domain/image/renders/local-dispatcher.ts'
import type { Store } from '../../src/domain/ports.ts'
import { renderTimeout } from '../../src/errors/errors.ts'
import { createQueueDispatcher, type QueueDispatcher } from '../../src/job-queue/gateway/dispatcher.ts'
import { createQueueWorker, type QueueWorker } from '../../src/job-queue/worker/worker.ts'
import { createMetrics } from '../../src/metrics.ts'
import { openStore } from '../../src/storage/open.ts'
import { run, work } from '../support/command.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { createRecordingRenderer, insertGraph } from '../support/recording-renderer.ts'
import { redisMissing, startRedis, type TestRedis } from '../support/redis.ts'

test('without REDIS_URL it says that it needs one', async () => {
  const { code, stderr } = await run(['queue', 'list'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('REDIS_URL must be set')])
})

test('where there is no store it says so, and makes none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plotgate-queue-cli-'))
  const none = join(folder, 'data')
  const { code, stderr } = await run(['queue', 'list'], { DATA_DIR: none, REDIS_URL: 'redis://127.0.0.1:1' })
  expect([code, stderr]).toEqual([1, expect.stringContaining(`there is no store in ${none}`)])
  expect(existsSync(none)).toBe(false)
  await rm(folder, { recursive: true })
})

;(redisMissing ? describe.skip : describe)('plotgate queue', () => {
  const prefix = 'queue-cli'
  let redis: TestRedis
  let dataDir: string
  let store: Store
  let gateway: QueueDispatcher
  let worker: QueueWorker
  let refuses = true
  const renderer = createRecordingRenderer()

  const queue = (...args: string[]) =>
    run(['queue', ...args], { DATA_DIR: dataDir, REDIS_URL: redis.url, REDIS_PREFIX: prefix })
  const submit = (graphId: GraphId) =>
    gateway.submit(
      { graphId, accountId: accountIdOf('a'), version: 1, formats: ['png'], look: defaultLook },
      'waiting',
    )

  beforeAll(async () => {
    redis = await startRedis()
    dataDir = await mkdtemp(join(tmpdir(), 'plotgate-queue-cli-'))
    store = await openStore({ mongodbUrl: null, dataDir })
    const address = { redis: { url: redis.url, prefix }, store, onError: () => {} }
    gateway = await createQueueDispatcher(address)
    const slow = async () => {
      throw renderTimeout('it took longer than 20 s')
    }
    worker = await createQueueWorker({
      ...address,
      concurrency: 2,
      dispatcher: createLocalDispatcher({
        store,
        renderer: {
          ...renderer,
          draw: request =>
            refuses
              ? { result: request.figure().then(slow), promote: () => [], cancel: () => true }
              : renderer.draw(request),
        },
        onStoreError: () => {},
      }),
    })
  })
  afterAll(async () => {
    await gateway?.close()
    await worker?.close()
    await store?.close()
    await redis?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('lists workers and what failed; retry has it made, past its rest; drop forgets it', async () => {
    const mended = await insertGraph(store, '["mended"]')
    // Looks like an option of the command.
    const given = await insertGraph(store, '["given up"]', requireGraphId('-hAllAllAllAllAllAllA'))
    for (const graphId of [mended, given])
      await expect(submit(graphId).result).rejects.toMatchObject({ code: 'render_timeout', retryAfter: 60 })

    const listed = JSON.parse((await queue('list', '--json')).stdout)
    expect(listed).toMatchObject({ waiting: 0, active: 0, oldestSeconds: 0, failures: expect.anything() })
    expect(listed.workers).toHaveLength(1)
    expect(
      listed.failures.map(({ job, code }: { job: { graphId: string }; code: string }) => [job.graphId, code]),
    ).toEqual([
      [given, 'render_timeout'],
      [mended, 'render_timeout'],
    ])
    const { stdout } = await queue('list')
    expect(stdout).toMatch(/waiting renders: 0.*\nworkers: 1\n.*\nfailures kept: 2 of 2\n/)

    refuses = false
    const [{ jobId: givenId }, { jobId: mendedId }] = listed.failures
    expect((await queue('retry', mendedId)).stdout).toBe('1 images are in the queue again\n')
    await eventually(
      'it is drawn',
      async () => (await store.graphs.find(mended))?.rendering.status === 'ready',
    )
    await expect(createQuarantine(store).check(`${given}@1`, defaultLook)).rejects.toMatchObject({
      status: 504,
    })
    expect((await queue('drop', givenId)).stdout).toBe('1 failures are forgotten\n')
    expect(JSON.parse((await queue('list', '--json')).stdout).failures).toEqual([])
    expect(await queue('retry')).toMatchObject({ code: 1, stderr: expect.stringContaining('--all') })
    expect(await queue('drop', givenId)).toMatchObject({ code: 1, stderr: expect.stringContaining(givenId) })
  }, 300_000)

  test('/metrics has depth, age, failures and workers; what the queue lost does not age', async () => {
    const metrics = createMetrics({ queue: () => gateway.stats(), renders: () => gateway.alive })
    const read = async () => {
      const text = await metrics.metrics()
      return (name: string) => Number(new RegExp(`^plotgate_${name} (\\S+)`, 'm').exec(text)?.[1])
    }
    const held = Promise.withResolvers<void>()
    renderer.hold = held.promise
    const all = await Promise.all([1, 2, 3, 4].map(at => insertGraph(store, `["held ${at}"]`)))
    const waiting = all.map(graphId => submit(graphId).result)
    const client = new Redis(redis.url)
    // Asked for by a gateway that died before it could add the job.
    await client.zadd(`${prefix}:since`, Date.now() - 3600_000, 'lost')
    let value = await read()
    await eventually('two are drawn, two wait, and grow old', async () => {
      value = await read()
      return value('queue_waiting') === 2 && value('queue_active') === 2 && value('queue_oldest_seconds') > 1
    })
    expect(value('queue_oldest_seconds')).toBeLessThan(600)
    expect(value('queue_workers')).toBe(1)
    expect(value('queue_failed_total')).toBe(2)
    expect(value('rendering_up')).toBe(1)
    held.resolve()
    await Promise.all(waiting)
    client.disconnect()
  })

  test('a worker answers for its health, and tells its metrics', async () => {
    const [health, metrics] = [await freePort(), await freePort()]
    const { child, exited } = work({
      DATA_DIR: dataDir,
      REDIS_URL: redis.url,
      REDIS_PREFIX: prefix,
      RENDER_WORKERS: '1',
      HEALTH_ADDRESS: `127.0.0.1:${health}`,
      METRICS_ADDRESS: `127.0.0.1:${metrics}`,
    })
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${health}${path}`).then(
        ({ status }) => status,
        () => 0,
      )
    try {
      await eventually('it is ready', async () => (await ask('/readyz')) === 200)
      expect([await ask('/healthz'), await ask('/other')]).toEqual([200, 404])
      const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
      expect(text).toMatch(/^plotgate_render_workers 1$/m)
      expect(text).toMatch(/^plotgate_queue_workers 2$/m)
    } finally {
      child.kill('SIGTERM')
    }
    expect(await exited).toBe(0)
  })
})
