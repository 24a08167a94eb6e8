/** Quotas of accounts, on the embedded store over HTTP, and on both stores at the port. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from '@jest/globals'
import { accountIdOf, type GraphId } from '../../../src/domain/ids.ts'
import type { Store } from '../../../src/domain/ports.ts'
import { withQuotas } from '../../../src/domain/quota/stored.ts'
import { openStore } from '../../../src/storage/open.ts'
import { startTestService, type TestService } from '../../support/app.ts'
import { graphIdOf } from '../../support/ids.ts'
import { mongoKind, startMongo } from '../../support/mongo.ts'
import { emptyFigure, graphRecord } from '../../support/records.ts'

let service: TestService | undefined
const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await service?.close()
  service = undefined
  for (const close of closings.splice(0).reverse()) await close()
})

const call = (method: string, path: string, body?: string) =>
  fetch(`${service?.baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${service?.key}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body }),
  })
const create = (body = '{"data": []}') => call('POST', '/v1/graph', body)
const idOf = async (answer: Response) =>
  ((await answer.json()) as { graph: { graph_id: string } }).graph.graph_id

async function expectExceeded(answer: Response, name: string): Promise<void> {
  expect(answer.status).toBe(403)
  const { error } = (await answer.json()) as { error: { code: string; message: string } }
  expect(error.code).toBe('quota_exceeded')
  expect(error.message).toContain(name)
}

describe('a quota', () => {
  test('of graphs holds under many creates at once, and a deletion makes place', async () => {
    service = await startTestService({ QUOTA_GRAPHS: '5', BROWSER_PATH: '/bin/false' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(5)
    await expectExceeded(answers.find(({ status }) => status !== 201) as Response, 'QUOTA_GRAPHS')
    await call('DELETE', `/v1/graph/${await idOf(made[0] as Response)}`)
    expect((await create()).status).toBe(201)
    await expectExceeded(await create(), 'QUOTA_GRAPHS')
  })

  test('of bytes counts figures as they are by now', async () => {
    service = await startTestService({ QUOTA_BYTES: '60000', BROWSER_PATH: '/bin/false' })
    const body = (bytes: number) => JSON.stringify({ data: [{ name: 'x'.repeat(bytes) }] })
    const first = await create(body(30_000))
    expect(first.status).toBe(201)
    await expectExceeded(await create(body(30_000)), 'QUOTA_BYTES')
    const path = `/v1/graph/${await idOf(first)}`
    await expectExceeded(await call('PUT', path, body(60_000)), 'QUOTA_BYTES')
    expect((await call('PUT', path, body(10_000))).status).toBe(200)
    expect((await create(body(30_000))).status).toBe(201)
    await call('DELETE', path)
    expect((await create(body(5_000))).status).toBe(201)
  })
})

test('an account at its quota is told of its graphs again, and draws what is stored', async () => {
  service = await startTestService({ QUOTA_GRAPHS: '1', QUOTA_RENDER_SECONDS: '1' })
  const again = () =>
    fetch(`${service?.baseUrl}/v1/graph`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service?.key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': 'once',
      },
      body: '{"data": [{"y": [1, 2]}]}',
    })
  const first = await again()
  expect(first.status).toBe(201)
  const id = await idOf(first)
  await expectExceeded(await create(), 'QUOTA_GRAPHS')
  const repeated = await again()
  expect([repeated.status, await idOf(repeated)]).toEqual([201, id])

  const image = (query = '') => fetch(`${service?.plotUrl}/${id}.png${query}`)
  let answer = await image()
  while (answer.status === 503) {
    await new Promise(resolve => setTimeout(resolve, 500))
    answer = await image()
  }
  expect(answer.status).toBe(200)
  let width = 100
  do answer = await image(`?width=${++width}`)
  while ([200, 503].includes(answer.status) && width < 1_000)
  await expectExceeded(answer, 'QUOTA_RENDER_SECONDS')
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await image()).status).toBe(200)
})

const stores = mongoKind() === null ? (['sqlite'] as const) : (['sqlite', 'mongodb'] as const)

describe.each(stores)('on %s', kind => {
  async function open(): Promise<Store> {
    const dataDir = await mkdtemp(join(tmpdir(), 'plotgate-quota-'))
    closings.push(() => rm(dataDir, { recursive: true, force: true }))
    const server = kind === 'mongodb' ? await startMongo() : null
    if (server) closings.push(() => server.stop())
    const mongodbUrl = server?.url ?? null
    const store = await openStore({ mongodbUrl, dataDir })
    closings.push(() => store.close())
    return store
  }

  const recordOf = (graphId: GraphId) => graphRecord(graphId, { accountId: accountIdOf('account') })

  test('a store keeps what is within its quota and nothing more', async () => {
    const store = withQuotas(await open(), { graphs: 2, bytes: 1_000 })
    const insert = (name: string, data = '[]') =>
      store.graphs.insert(recordOf(graphIdOf(name.padEnd(21, '0'))), { ...emptyFigure, data })
    await insert('a')
    await expect(insert('b', `["${'x'.repeat(1_000)}"]`)).rejects.toThrow('QUOTA_BYTES')
    await insert('b')
    await expect(insert('c')).rejects.toThrow('QUOTA_GRAPHS')
    expect(await store.graphs.count(accountIdOf('account'))).toBe(2)
    await store.graphs.remove(graphIdOf('a'.padEnd(21, '0')))
    await insert('c')
    expect(await store.graphs.removeAll(accountIdOf('account'))).toBe(2)
    await insert('d')
  })

  test('what is appended counts, but not what it pushed out', async () => {
    const store = withQuotas(await open(), { graphs: null, bytes: 1_000 })
    const graphId = graphIdOf('a'.padEnd(21, '0'))
    await store.graphs.insert(recordOf(graphId), { ...emptyFigure, data: '[{"y":[1]}]' })
    const items = Array.from({ length: 150 }, () => '1').join()
    const append = (keep: number | null) =>
      store.graphs.find(graphId).then(record =>
        store.graphs.append(graphId, record?.version ?? 0, [
          {
            segment: { extensions: [{ trace: 0, path: 'y', count: 150, items }], keep },
            createdAt: new Date(),
          },
        ]),
      )
    for (let time = 0; time < 10; time++) expect((await append(150)).kind).toBe('changed')
    await append(null)
    await append(null)
    await expect(append(null)).rejects.toThrow('QUOTA_BYTES')
  })
})
