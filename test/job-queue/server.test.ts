/** Which Redis the queue takes, and a gateway whose Redis is away. */

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { accountIdOf } from '../../src/domain/ids.ts'
import { defaultLook } from '../../src/domain/image/look.ts'
import { createLocalDispatcher } from '../../src/domain/image/renders/local-dispatcher.ts'
import { checkServer, openForCommands } from '../../src/job-queue/connection.ts'
import { createQueueDispatcher } from '../../src/job-queue/gateway/dispatcher.ts'
import { createQueueWorker } from '../../src/job-queue/worker/worker.ts'
import { startTestService } from '../support/app.ts'
import { run } from '../support/command.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { linkTo } from '../support/link.ts'
import { createRecordingRenderer, insertGraph } from '../support/recording-renderer.ts'
import { redisMissing, startRedis, type TestRedis } from '../support/redis.ts'
import { openTestStore } from '../support/store.ts'

// A server of its own: these tests change how it is set up.
const unable = redisMissing ?? (process.env.REDIS_URL ? 'REDIS_URL is shared' : null)

;(unable ? describe.skip : describe)('the Redis of REDIS_URL', () => {
  const opened: TestRedis[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(each => each.stop()))
  })

  async function start(...options: string[]): Promise<TestRedis> {
    const redis = await startRedis(options)
    opened.push(redis)
    return redis
  }

  async function check(url: string): Promise<boolean> {
    const connection = openForCommands(url, () => {})
    try {
      return await checkServer(connection)
    } finally {
      connection.disconnect()
    }
  }

  test('is taken with a password that is right, and refused with a wrong one', async () => {
    const { url } = await start('--requirepass', 'secret')
    await expect(check(url.replace('//', '//:secret@'))).resolves.toBe(true)
    await expect(check(url.replace('//', '//:wrong@'))).rejects.toThrow(/refuses the user or password/)
  })

  const speaksTls = spawnSync('openssl', ['version']).status === 0 ? test : test.skip
  speaksTls('is reached over TLS, where its certificate is known', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plotgate-tls-'))
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const made = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate]
    execFileSync('openssl', [...request, ...made], { stdio: 'ignore' })
    const port = await freePort()
    const tls = ['--tls-port', String(port), '--tls-cert-file', certificate, '--tls-key-file', key]
    await start(...tls, '--tls-ca-cert-file', certificate, '--tls-auth-clients', 'no')
    const env = { DATA_DIR: join(folder, 'data'), REDIS_URL: `rediss://127.0.0.1:${port}` }
    expect(await run(['store', 'init'], env)).toMatchObject({ code: 0 })
    const trusting = await run(['queue', 'list'], { ...env, NODE_EXTRA_CA_CERTS: certificate })
    expect([trusting.stderr, trusting.code]).toEqual(['', 0])
    expect(await run(['queue', 'list'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('REDIS_URL does not answer'),
    })
    await rm(folder, { recursive: true, force: true })
  })

  test('is refused where it may evict jobs', async () => {
    const { url } = await start('--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru')
    await expect(check(url)).rejects.toThrow(/maxmemory-policy allkeys-lru.*noeviction/)
  })

  test('is refused where it is a cluster', async () => {
    const { url } = await start('--cluster-enabled', 'yes')
    await expect(check(url)).rejects.toThrow(/Redis Cluster/)
  })

  test('may be away when a gateway starts: it is ready, and creates', async () => {
    const gateway = await startTestService({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` })
    try {
      await eventually('it is ready', async () => (await fetch(`${gateway.baseUrl}/readyz`)).ok)
      const created = await fetch(`${gateway.baseUrl}/v1/graph`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
        body: '{"data":[{"y":[1]}]}',
      })
      expect(created.status).toBe(201)
      const { graph } = (await created.json()) as { graph: { image_url: string } }
      const image = await fetch(graph.image_url)
      expect(image.status).toBe(503)
      expect(Number(image.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await gateway.close()
    }
  })

  test('may become the replica of another, to which its name then leads', async () => {
    const [old, next] = [await start(), await start()]
    const { url, leadTo, cut } = await linkTo(old.url)
    const { store, close } = await openTestStore()
    const shared = { redis: { url, prefix: 'p' }, store, onError: () => {} }
    const dispatcher = createLocalDispatcher({
      store,
      renderer: createRecordingRenderer(),
      onStoreError: () => {},
    })
    const worker = await createQueueWorker({ ...shared, dispatcher, concurrency: 2 })
    const gateway = await createQueueDispatcher(shared)
    const draw = async (data: string) => {
      const job = { graphId: await insertGraph(store, data), accountId: accountIdOf('a'), version: 1 }
      return gateway.submit({ ...job, formats: ['png'], look: defaultLook }, 'waiting').result
    }
    try {
      await draw('["before"]')
      leadTo(next.url)
      const operator = new Redis(old.url)
      await operator.replicaof('127.0.0.1', new URL(next.url).port)
      operator.disconnect()
      await eventually('it draws again', async () => {
        const drawn = await draw(JSON.stringify([crypto.randomUUID()])).catch(() => null)
        return drawn !== null
      })
    } finally {
      await gateway.close()
      await worker.close()
      await close()
      await cut()
    }
  })

  test('keeps what several services put there apart', async () => {
    const { url } = await start()
    const client = new Redis(url)
    const gateway = await startTestService({ REDIS_URL: url, REDIS_PREFIX: 'other' })
    await fetch(`${gateway.baseUrl}/v1/graph`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
      body: '{"data":[{"y":[1]}]}',
    })
    const keys = await client.keys('*')
    expect(keys.filter(key => !key.startsWith('other:'))).toEqual([])
    client.disconnect()
    await gateway.close()
  })
})
