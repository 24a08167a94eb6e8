/** A gateway, a worker and a second gateway as real services over one store and one Redis. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { buildWorker } from '../../src/composition/worker.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { startTestService, type TestService } from '../support/app.ts'
import { redisMissing, startRedis, type TestRedis } from '../support/redis.ts'

;(redisMissing ? describe.skip : describe)('gateways and workers over one store and one Redis', () => {
  let redis: TestRedis
  let folder: string
  let one: TestService
  let two: TestService
  let worker: { close(): Promise<void> }

  beforeAll(async () => {
    redis = await startRedis()
    folder = await mkdtemp(join(tmpdir(), 'plotgate-gateways-'))
    const env = { DATA_DIR: folder, REDIS_URL: redis.url, RATE_LIMIT: '3/h', RENDER_WORKERS: '1' }
    worker = await buildWorker(readConfig(env), createLog('silent'))
    one = await startTestService(env)
    two = await startTestService(env)
  }, 60_000)

  afterAll(async () => {
    await one?.close()
    await two?.close()
    await worker?.close()
    await redis?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const create = (gateway: TestService, key: string) =>
    fetch(`${gateway.baseUrl}/v1/chart`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ data: [{ type: 'bar', y: [1, 2, 3] }] }),
    })

  test('a graph made at one gateway is drawn by the worker and served by the other', async () => {
    const response = await create(one, one.key)
    const { graph } = (await response.json()) as { graph: { graph_id: string } }
    const image = await fetch(`${two.plotUrl}/${graph.graph_id}.png`)
    expect(image.status).toBe(200)
    expect(
      Buffer.from(await image.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
  })

  test('both are ready', async () => {
    const answers = await Promise.all([one, two].map(({ baseUrl }) => fetch(`${baseUrl}/readyz`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  test('a key that is revoked at one gateway is refused at the other within 5 s', async () => {
    const { createOperator } = await import('../../src/accounts/operator.ts')
    expect((await create(two, two.key)).status).toBe(201)
    await createOperator(one.app.store).revokeKey(two.key)
    await new Promise(resolve => setTimeout(resolve, 5_000))
    expect((await create(two, two.key)).status).toBe(401)
  })

  test('creates count together, whichever gateway they come through', async () => {
    const statuses = [await create(two, one.key), await create(one, one.key), await create(two, one.key)].map(
      ({ status }) => status,
    )
    expect(statuses).toEqual([201, 201, 429])
  })
})
