/** What holds across gateways: two of them and a worker, on MongoDB and Redis, started once. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createClient } from '../../examples/typescript/client.ts'
import { createOperator } from '../../src/accounts/operator.ts'
import { buildWorker } from '../../src/composition/worker.ts'
import { readConfig } from '../../src/config/config.ts'
import { defaultLook } from '../../src/domain/image/look.ts'
import { createQuarantine } from '../../src/domain/image/quarantine.ts'
import { renderTimeout } from '../../src/errors/errors.ts'
import { createLog } from '../../src/log.ts'
import { version } from '../../src/release.ts'
import { startTestService, type TestService } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { type MongoServer, mongoKind, mongoMissing, startMongo } from '../support/mongo.ts'
import { patientFetch, patientFollow } from '../support/patient-fetch.ts'
import { redisMissing, startRedis, type TestRedis } from '../support/redis.ts'
import { Visitor } from '../support/visitor.ts'

const missing = redisMissing ?? (mongoKind() === null ? mongoMissing : null)
if (missing) console.warn(`SKIPPED: what holds across gateways is not tested here: ${missing}`)

const patience = 240_000
const origin = 'http://127.0.0.1:1'

;(missing ? describe.skip : describe)('across two gateways', () => {
  let redis: TestRedis
  let mongo: MongoServer
  let folder: string
  let one: TestService
  let two: TestService
  let worker: { close(): Promise<void> }

  beforeAll(async () => {
    redis = await startRedis()
    mongo = await startMongo()
    folder = await mkdtemp(join(tmpdir(), 'plotgate-gateways-'))
    const env = {
      DATA_DIR: folder,
      REDIS_URL: redis.url,
      REDIS_PREFIX: mongo.database,
      MONGODB_URL: mongo.url,
      // As behind one load balancer.
      BASE_URL: origin,
      RATE_LIMIT: '6/h',
      QUOTA_GRAPHS: '4',
      RENDER_WORKERS: '1',
    }
    worker = await buildWorker(readConfig(env), createLog('silent'))
    one = await startTestService({ ...env, PORT: '0' })
    two = await startTestService({ ...env, PORT: '0' })
  }, patience)

  afterAll(async () => {
    await Promise.all([one?.close(), two?.close(), worker?.close()])
    await mongo?.stop()
    await redis?.stop()
    await rm(folder, { recursive: true, force: true })
  }, patience)

  /** A key of an account of its own, so that no test uses up what another needs. */
  async function newKey(): Promise<string> {
    const name = crypto.randomUUID()
    return (await createOperator(one.app.store).createKey({ name }, `${name}@example.org`)).secret
  }

  const create = (at: TestService, key: string, headers: Record<string, string> = {}, y = [1, 2, 3]) =>
    fetch(`${at.address}/v1/chart`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ data: [{ type: 'bar', y }] }),
    })
  const idOf = async (response: Response) => {
    const { graph } = (await response.json()) as { graph: { graph_id: string } }
    return graph.graph_id
  }
  const statuses = (answers: readonly Response[]) => answers.map(({ status }) => status)

  test(
    'a graph made at one is drawn by the worker, served by the other, and gone at both once deleted',
    async () => {
      const key = await newKey()
      const graphId = await idOf(await create(one, key))
      const image = await patientFetch(`${two.address}/p/${graphId}.png`)
      expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(image.headers.get('plotgate-drawn-by')).toBe(version)
      const headers = { Authorization: `Bearer ${key}` }
      expect((await fetch(`${two.address}/v1/graph/${graphId}`, { method: 'DELETE', headers })).status).toBe(
        200,
      )
      for (const at of [one, two]) {
        const gone = await Promise.all(['.png', ''].map(end => fetch(`${at.address}/p/${graphId}${end}`)))
        expect(statuses(gone)).toEqual([404, 404])
      }
    },
    patience,
  )

  test(
    'both are ready, and say that images are made',
    async () => {
      const asked = [one, two].flatMap(({ address }) => [`${address}/readyz`, `${address}/readyz/rendering`])
      expect(statuses(await Promise.all(asked.map(url => patientFetch(url))))).toEqual([200, 200, 200, 200])
    },
    patience,
  )

  test(
    'keys: one that is revoked at one gateway is refused at the other within 5 s',
    async () => {
      const key = await newKey()
      expect((await create(two, key)).status).toBe(201)
      await createOperator(one.app.store).revokeKey(key)
      await eventually('it is refused', async () => (await create(two, key)).status === 401)
    },
    patience,
  )

  test(
    'limits: creates count together',
    async () => {
      // A gateway that Redis does not answer in a quarter of a second counts by itself: then once more.
      await eventually('six of eight pass', async () => {
        const key = await newKey()
        const answers: Response[] = []
        for (let at = 0; at < 8; at++) answers.push(await create(at % 2 ? one : two, key))
        expect(statuses(answers).slice(0, 6)).not.toContain(429)
        return answers.slice(6).every(({ status, headers }) => status === 429 && headers.get('retry-after'))
      })
    },
    patience,
  )

  test(
    'idempotency: the same create at both makes one graph; another body is a conflict',
    async () => {
      const key = await newKey()
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      const answers = await Promise.all([create(one, key, headers), create(two, key, headers)])
      expect(statuses(answers)).toEqual([201, 201])
      expect(new Set(await Promise.all(answers.map(idOf))).size).toBe(1)
      expect((await create(two, key, headers, [9])).status).toBe(409)
    },
    patience,
  )

  test(
    'quotas: graphs of an account count together',
    async () => {
      const key = await newKey()
      const answers: Response[] = []
      for (let at = 0; at < 5; at++) answers.push(await create(at % 2 ? one : two, key))
      expect(statuses(answers)).toEqual([201, 201, 201, 201, 403])
      expect(await answers.at(-1)?.json()).toMatchObject({ error: { code: 'quota_exceeded' } })
      expect((await create(one, key)).status).toBe(403)
    },
    patience,
  )

  /** One person's browser at either gateway: forms come from the address that both have. */
  function visitors(): readonly [Visitor, Visitor] {
    const [here, there] = [new Visitor(one.address), new Visitor(two.address)]
    Object.assign(there, { cookies: here.cookies })
    return [here, there]
  }
  const fromSite = { Origin: origin }

  test(
    'sessions: signed in at one is signed in at the other, and signed out at both',
    async () => {
      const [here, there] = visitors()
      const person = { email: `${crypto.randomUUID()}@example.org`, password: 'quiet otters paint 41 maps' }
      expect((await here.post('/account/sign-up', person, fromSite)).status).toBe(303)
      expect((await there.get('/account/graphs')).status).toBe(200)
      const kept = new Map(here.cookies)
      expect((await there.post('/account/sign-out', {}, fromSite)).status).toBe(303)
      // Somebody who kept the cookie.
      for (const [name, value] of kept) here.cookies.set(name, value)
      expect((await here.get('/account/graphs')).status).toBe(303)
    },
    patience,
  )

  test(
    'lockout: tries to sign in count together',
    async () => {
      const [here, there] = visitors()
      const wrong = { email: `${crypto.randomUUID()}@example.org`, password: 'not this one 99 times' }
      const answered: number[] = []
      for (let at = 0; at < 7; at++)
        answered.push((await (at % 2 ? here : there).post('/account/sign-in', wrong, fromSite)).status)
      expect(answered.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
      expect(answered).toContain(429)
    },
    patience,
  )

  test(
    'subscriptions: what happens to a graph of one is told at the other',
    async () => {
      const key = await newKey()
      const graphId = await idOf(await create(one, key))
      const client = createClient({ url: `${two.address}/graphql` })
      expect((await patientFollow(client, graphId)).at(-1)).toBe('ready')

      const following = new AbortController()
      const events = await fetch(`${two.address}/p/${graphId}/events`, { signal: following.signal })
      const changed = fetch(`${one.address}/v1/graph/${graphId}`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: '{"data":[{"y":[5]}]}',
      })
      let text = ''
      for await (const part of events.body!.pipeThrough(new TextDecoderStream())) {
        text += part
        if (/event: version[\s\S]*"?version"?\D*2/.test(text)) break
      }
      following.abort()
      expect((await changed).status).toBe(200)
    },
    patience,
  )

  test(
    'quarantine: a figure that met the deadline at one rests at the other',
    async () => {
      const graphId = await idOf(await create(one, await newKey()))
      expect((await patientFetch(`${one.address}/p/${graphId}.png`)).status).toBe(200)
      const quarantine = createQuarantine(one.app.store)
      await quarantine.strike(`${graphId}@1`, defaultLook, renderTimeout('it took longer than 20 s'))
      const answer = await fetch(`${two.address}/p/${graphId}.png?width=410`)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([504, '60'])
    },
    patience,
  )

  test(
    'lookers: an image that both ask for at once is one and the same',
    async () => {
      const graphId = await idOf(await create(one, await newKey()))
      const answers = await Promise.all(
        [one, two, one, two].map(({ address }) => patientFetch(`${address}/p/${graphId}.png?width=420`)),
      )
      expect(statuses(answers)).toEqual([200, 200, 200, 200])
      expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1)
    },
    patience,
  )
})
