/** The contract again, with images in a bucket of a real S3-compatible server, and what a bucket adds to it. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { GraphId } from '../../src/domain/ids.ts'
import type { Store } from '../../src/domain/ports.ts'
import { openStore } from '../../src/storage/open.ts'
import { type MongoServer, mongoKind, startMongo } from '../support/mongo.ts'
import { pinged } from '../support/pinged.ts'
import { bucketName, s3Missing, startS3, type TestS3 } from '../support/s3.ts'
import { storeContract } from './contract.ts'
import { first, firstPng, sampleArtifact, sampleFigure, sampleRecord, wideWebp } from './samples.ts'
import { sqliteBackend } from './sqlite-backend.ts'

const suite = s3Missing === null ? describe : describe.skip
if (s3Missing !== null) console.warn(`images in a bucket: SKIPPED, since ${s3Missing}`)

const root = mkdtempSync(join(tmpdir(), 'plotgate-objects-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let s3: TestS3
if (s3Missing === null) {
  beforeAll(async () => {
    s3 = await startS3()
  })
  afterAll(() => s3.stop())
}

const later = () => new Date(Date.now() + 3600_000)
const all = Number.MAX_SAFE_INTEGER
const away = { code: 'unavailable' }

const keys = async () => {
  const { Contents = [] } = await s3.client.send(new ListObjectsV2Command({ Bucket: bucketName }))
  return Contents.map(each => each.Key ?? '')
}
const keysOf = async (graphId: GraphId) =>
  (await keys()).filter(key => key.startsWith(`plotgate/${graphId}/`))

suite('sqlite with images in a bucket', () =>
  storeContract(sqliteBackend(join(root, 'contract'), () => s3.config)))

/** Where the rows are: a new database for each test. */
const databases: readonly (readonly [
  string,
  () => Promise<{ mongodbUrl: string | null; dataDir: string }>,
])[] = [
  ['sqlite', async () => ({ mongodbUrl: null, dataDir: mkdtempSync(join(root, 'data-')) })],
  ...(mongoKind() === null ? [] : [['mongodb', openMongoDatabase] as const]),
]
const mongos: MongoServer[] = []
afterAll(() => Promise.all(mongos.map(each => each.stop())))
async function openMongoDatabase() {
  const server = await startMongo()
  mongos.push(server)
  return { mongodbUrl: server.url, dataDir: 'unused' }
}

suite.each(databases)('images in a bucket, rows in %s', (_name, makeDatabase) => {
  let database: Awaited<ReturnType<typeof makeDatabase>>
  let store: Store
  const open = () => openStore({ ...database, artifactStore: s3.config })
  beforeEach(async () => {
    database = await makeDatabase()
    store = await open()
  })
  afterEach(async () => {
    s3.goOn()
    await s3.link.mend()
    await store.close()
  })

  const insert = async () => {
    const record = sampleRecord()
    await store.graphs.insert(record, sampleFigure())
    return record.graphId
  }
  const imageKey = 'key-1'
  const drawn = async (bytes = 'drawn') => {
    const graphId = await insert()
    for (const variant of [firstPng, wideWebp])
      await store.artifacts.put(first(graphId), variant, sampleArtifact(Buffer.from(bytes)), imageKey)
    return graphId
  }
  const bytesOf = async (graphId: GraphId, from = store) =>
    Buffer.from((await from.artifacts.get(first(graphId), firstPng))?.bytes ?? []).toString()

  test('a deleted graph leaves no object, adopted images included', async () => {
    const [one, other] = [await drawn(), await insert()]
    await store.artifacts.adopt(first(other), new Map([[firstPng, 'key-1']]))
    expect(await keysOf(one)).toHaveLength(2)
    expect(await keysOf(other)).toHaveLength(1)
    await store.graphs.remove(one)
    expect(await keysOf(one)).toEqual([])
    expect(await bytesOf(other)).toBe('drawn')
    await store.graphs.removeAll(sampleRecord().accountId)
    expect(await keysOf(other)).toEqual([])
    expect(await store.records('removed-graphs').list()).toEqual([])
  })

  test('a put that races a deletion leaves no object', async () => {
    for (let round = 0; round < 10; round++) {
      const graphId = await insert()
      const put = store.artifacts.put(first(graphId), firstPng, sampleArtifact())
      await Promise.all([put, store.graphs.remove(graphId)])
      expect(await keysOf(graphId)).toEqual([])
    }
  })

  test('deleted while the bucket is away: gone at once, and its objects once a later process sweeps', async () => {
    const graphId = await drawn()
    await s3.link.cut()
    expect(await store.graphs.remove(graphId)).toBe(true)
    expect(await store.artifacts.get(first(graphId), firstPng)).toBeNull()
    await expect(store.sweep({ variantBytes: all, now: new Date() })).rejects.toMatchObject(away)
    await store.close()
    await s3.link.mend()
    expect(await keysOf(graphId)).toHaveLength(2)
    store = await open()
    await store.sweep({ variantBytes: all, now: new Date() })
    expect(await keysOf(graphId)).toEqual([])
    expect(await store.records('removed-graphs').list()).toEqual([])
  })

  test('a deletion that was noted and not done costs a graph nothing', async () => {
    const graphId = await drawn()
    await store.records('removed-graphs').insert(graphId, { at: new Date().toISOString() })
    await store.sweep({ variantBytes: all, now: new Date() })
    expect(await store.records('removed-graphs').list()).toHaveLength(1)
    await store.sweep({ variantBytes: all, now: later() })
    expect(await store.records('removed-graphs').list()).toEqual([])
    expect(await bytesOf(graphId)).toBe('drawn')
  })

  test('while the bucket is away or hangs everything about images is unavailable, and works again after', async () => {
    const graphId = await drawn()
    const attempts = [
      () => store.artifacts.get(first(graphId), firstPng),
      () => store.artifacts.put(first(graphId), firstPng, sampleArtifact()),
      () => store.artifacts.adopt(first(graphId), new Map([[firstPng, 'key-1']])),
      () => store.ping(),
    ]
    for (const [begin, end] of [
      [s3.link.cut, s3.link.mend],
      [s3.stand, s3.goOn],
    ] as const) {
      await begin()
      await Promise.all(attempts.map(attempt => expect(attempt()).rejects.toMatchObject(away)))
      await insert()
      await end()
      expect(await pinged(store)).toBeNull()
      expect(await bytesOf(graphId)).toBe('drawn')
    }
  })

  test('who waits for a bucket that hangs is told when the store is abandoned', async () => {
    const graphId = await drawn()
    const other = await open()
    await s3.stand()
    const ended: string[] = []
    const got = (from: Store, name: string) =>
      bytesOf(graphId, from).finally(() => {
        ended.push(name)
      })
    // The request of a store that is not abandoned ends after 10 s.
    const untold = got(other, 'other').catch(() => {})
    const told = expect(got(store, 'abandoned')).rejects.toMatchObject(away)
    await new Promise(resolve => setTimeout(resolve, 200))
    store.abandon()
    await told
    expect(ended[0]).toBe('abandoned')
    s3.goOn()
    await untold
    await other.close()
  })

  test('variants beyond the bound, and what was replaced, leave the bucket with a sweep', async () => {
    const graphId = await drawn()
    for (let n = 0; n < 5; n++)
      await store.artifacts.put(
        first(graphId),
        `png|${n}||1||`,
        sampleArtifact(Buffer.alloc(1000), new Date(n)),
      )
    await store.artifacts.put(first(graphId), firstPng, sampleArtifact(Buffer.from('anew')))
    expect(await keysOf(graphId)).toHaveLength(8)
    await store.sweep({ variantBytes: 2500, now: later() })
    expect(await keysOf(graphId)).toHaveLength(4)
    expect(await bytesOf(graphId)).toBe('anew')
  })

  test('what a writer left that died between bucket and database goes, and what is not ours stays', async () => {
    const graphId = await drawn()
    const put = (Key: string) =>
      s3.client.send(new PutObjectCommand({ Bucket: bucketName, Key, Body: 'left' }))
    const [left, others] = [
      `plotgate/${graphId}/1.cG5n.abcdefghijkl`,
      ['plotgate/notes.txt', 'another/thing'],
    ]
    for (const key of [left, ...others]) await put(key)
    await store.sweep({ variantBytes: all, now: new Date() })
    expect(await keys()).toContain(left)
    await store.sweep({ variantBytes: all, now: later() })
    expect(await keys()).not.toContain(left)
    expect(await keys()).toEqual(expect.arrayContaining(others))
    expect(await keysOf(graphId)).toHaveLength(2)
  })

  test('an object that was lost is an image that is not there, and can be drawn again', async () => {
    const graphId = await drawn()
    for (const Key of await keysOf(graphId))
      await s3.client.send(new DeleteObjectCommand({ Bucket: bucketName, Key }))
    expect(await store.artifacts.get(first(graphId), firstPng)).toBeNull()
    expect(await store.artifacts.adopt(first(await insert()), new Map([[firstPng, 'key-1']]))).toBeNull()
    await store.artifacts.put(first(graphId), firstPng, sampleArtifact(Buffer.from('anew')))
    expect(await bytesOf(graphId)).toBe('anew')
  })

  test('images of before are served on, and adopted; without the bucket its images are not there', async () => {
    const plain = await openStore(database)
    const [before, adopting] = [await insert(), await insert()]
    await plain.artifacts.put(first(before), firstPng, sampleArtifact(Buffer.from('before')), imageKey)
    expect(await bytesOf(before)).toBe('before')
    expect(await store.artifacts.adopt(first(adopting), new Map([[firstPng, 'key-1']]))).not.toBeNull()
    expect(await bytesOf(adopting)).toBe('before')
    expect(await keysOf(adopting)).toHaveLength(1)
    expect(await plain.artifacts.get(first(adopting), firstPng)).toBeNull()
    expect(await bytesOf(before, plain)).toBe('before')
    await plain.close()
  })
})

suite('a bucket that is not there', () => {
  test('is told at the start, with the variable', async () => {
    const opening = openStore({
      mongodbUrl: null,
      dataDir: join(root, 'refused'),
      artifactStore: { ...s3.config, address: 's3://absent' },
    })
    await expect(opening).rejects.toMatchObject({
      ...away,
      message: expect.stringContaining('ARTIFACT_STORE'),
    })
  })
})
