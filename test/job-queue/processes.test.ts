/** A gateway and a worker as processes of their own: what a follower at the one is told of the other's work. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createClient, GraphqlError } from '../../examples/typescript/client.ts'
import { CreateGraphDocument, FollowRenderingDocument } from '../../examples/typescript/generated.ts'
import { type RunningServer, type RunningWorker, serve, work } from '../support/command.ts'
import { patientFetch, patientFollow } from '../support/patient-fetch.ts'
import { redisMissing, startRedis, type TestRedis } from '../support/redis.ts'

;(redisMissing ? describe.skip : describe)('a gateway and a worker, each a process', () => {
  let redis: TestRedis
  let folder: string
  let gateway: RunningServer
  let worker: RunningWorker | undefined
  let env: Record<string, string>

  beforeAll(async () => {
    redis = await startRedis()
    folder = await mkdtemp(join(tmpdir(), 'plotgate-processes-'))
    env = { DATA_DIR: folder, REDIS_URL: redis.url, RENDER_WORKERS: '1' }
    gateway = await serve(env)
  })

  afterAll(async () => {
    gateway?.child.kill('SIGKILL')
    worker?.child.kill('SIGTERM')
    await Promise.all([gateway?.exited, worker?.exited])
    await redis?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const client = () =>
    createClient({ url: `${gateway.baseUrl}/graphql`, apiKey: /pg_\w+/.exec(gateway.greeting)?.[0] })

  async function create(): Promise<string> {
    const input = { data: [{ type: 'bar', y: [1, 2, 3] }] }
    const { createGraph } = await client().ask(CreateGraphDocument, { input })
    return createGraph?.graph.graphId ?? ''
  }

  test('a gateway that is told to go says so to whoever follows, and goes', async () => {
    const leaving = await serve(env)
    const following = createClient({ url: `${leaving.baseUrl}/graphql` })
    const statuses: string[] = []
    const told = (async () => {
      for await (const { rendering } of following.follow(FollowRenderingDocument, {
        graphId: await create(),
      })) {
        statuses.push(rendering.status)
        leaving.child.kill('SIGTERM')
      }
    })()
    await expect(told).rejects.toMatchObject({ code: 'unavailable' })
    await expect(told).rejects.toBeInstanceOf(GraphqlError)
    expect(statuses).toEqual(['pending'])
    expect(await leaving.exited).toBe(0)
  })

  test('pending at the gateway, drawn by a worker that comes later, ready at the gateway', async () => {
    const graphId = await create()
    const statuses = await patientFollow(client(), graphId, () => {
      worker ??= work(env)
    })
    expect(statuses[0]).toBe('pending')
    expect(statuses.at(-1)).toBe('ready')
    const picture = await patientFetch(`${gateway.baseUrl}/p/${graphId}.png`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test('a gateway that stood still for 15 s while an image was drawn hands it out', async () => {
    worker ??= work(env)
    const address = `${gateway.baseUrl}/p/${await create()}.png`
    expect((await patientFetch(address)).status).toBe(200)
    const asked = fetch(`${address}?width=640`)
    gateway.child.kill('SIGSTOP')
    await new Promise(resolve => setTimeout(resolve, 15_000))
    gateway.child.kill('SIGCONT')
    const picture = await asked
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  })
})
