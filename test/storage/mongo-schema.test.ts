import { once } from 'node:events'
import { type AddressInfo, connect, createServer, Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { Collection, type Document, MongoClient, MongoServerError } from 'mongodb'
import { accountIdOf } from '../../src/domain/ids.ts'
import { openStore, openUpkeep } from '../../src/storage/open.ts'
import { graphIdOf } from '../support/ids.ts'
import { type MongoServer, mongoKind, startMongo } from '../support/mongo.ts'
import { firstPng, sampleArtifact, sampleFigure, sampleRecord } from './samples.ts'

const suite = mongoKind() === null ? describe.skip : describe

suite('the schema of a MongoDB database', () => {
  let server: MongoServer
  let client: MongoClient
  const open = () => openStore({ mongodbUrl: server.url, dataDir: 'unused' })
  const collection = (name: string) => client.db().collection<Document & { _id: string }>(name)
  const indexesOf = async (name: string) => (await collection(name).indexes()).map(index => index.name)

  beforeAll(async () => {
    server = await startMongo()
    client = new MongoClient(server.url)
  })
  beforeEach(() => client.db().dropDatabase())
  afterAll(async () => {
    await client.close()
    await server.stop()
  })

  /** A record as the first schema has it: its value a text. */
  const earlierRecord = (id: string, value: object) => ({
    _id: `things/${id}`,
    collection: 'things',
    owner: null,
    expiresAt: null,
    createdAt: new Date(),
    order: 1,
    value: JSON.stringify(value),
    revision: 3,
  })

  test('a new database is set up by the first process, once by many at a time', async () => {
    const stores = await Promise.all([open(), open(), open()])
    expect(await collection('meta').findOne({ _id: 'schema' })).toMatchObject({ version: 2 })
    expect(await indexesOf('graphs')).toContain('by_account')
    expect(await indexesOf('records')).toEqual(expect.arrayContaining(['expiring', 'newest']))
    await Promise.all(stores.map(store => store.close()))
  })

  test('an index that was dropped is made again at the next start', async () => {
    await (await open()).close()
    await collection('graphs').dropIndex('by_account')
    await (await open()).close()
    expect(await indexesOf('graphs')).toContain('by_account')
  })

  test('an index that takes longer than any other command is waited for', async () => {
    const { hostname, port } = new URL(server.url)
    const limitMs = 5_000
    let slowed = 0
    const slow = createServer(from => {
      const to = connect(Number(port), hostname)
      let answerMs = 0
      from.on('data', asked => {
        answerMs = slowed === 0 && asked.includes('createIndexes') ? 3 * limitMs : 0
        if (answerMs > 0) slowed++
        to.write(asked)
      })
      to.on('data', answer => void setTimeout(() => from.write(answer), answerMs))
      from.on('close', () => to.destroy()).on('error', () => to.destroy())
      to.on('close', () => from.destroy()).on('error', () => from.destroy())
    }).listen(0, '127.0.0.1')
    await once(slow, 'listening')
    const url = new URL(server.url)
    url.port = String((slow.address() as AddressInfo).port)
    const { setTimeout: limit } = Socket.prototype
    const limits = jest.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (
      this: Socket,
      ms,
      ...given
    ) {
      // Less than the usual limit, so that the test need not wait for it.
      return limit.call(this, ms === 20_000 ? limitMs : ms, ...given)
    })
    try {
      const store = await openStore({ mongodbUrl: url.href, dataDir: 'unused' })
      expect(slowed).toBe(1)
      expect(await indexesOf('graphs')).toContain('by_account')
      await store.close()
    } finally {
      limits.mockRestore()
      slow.close()
    }
  })

  test('the creation of an index is repeated when the server does not find the collection for a moment', async () => {
    const lost = new MongoServerError({ message: 'the collection cannot be found', code: 26 })
    const asked = jest.spyOn(Collection.prototype, 'createIndexes').mockRejectedValueOnce(lost)
    try {
      await (await open()).close()
    } finally {
      asked.mockRestore()
    }
    expect(await indexesOf('graphs')).toContain('by_account')
  })

  test('a check does not take a collection that is lost for a moment for one without indexes', async () => {
    await (await open()).close()
    const lost = new MongoServerError({ message: 'the namespace does not exist', code: 26 })
    const asked = jest.spyOn(Collection.prototype, 'indexes').mockRejectedValueOnce(lost)
    const opened = await openUpkeep({ mongodbUrl: server.url, dataDir: 'unused' })
    try {
      expect(await opened.check()).toEqual([])
    } finally {
      asked.mockRestore()
      await opened.close()
    }
  })

  test('indexes of earlier versions make room for those in their place', async () => {
    await collection('records').createIndex({ expiresAt: 1 }, { name: 'by_expiry' })
    await collection('claims').createIndex({ expiresAt: 1 }, { name: 'by_expiry' })
    await (await open()).close()
    for (const name of ['records', 'claims']) {
      expect(await indexesOf(name)).toContain('expiring')
      expect(await indexesOf(name)).not.toContain('by_expiry')
    }
  })

  test('a database that a newer version has written is refused', async () => {
    await collection('meta').insertOne({ _id: 'schema', version: 3 })
    await expect(open()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('schema 3'),
    })
  })

  test('refusals of versions that could not tell whose page it was are taken up again, those of this one stand', async () => {
    const store = await open()
    const [before, now] = [sampleRecord(), sampleRecord()]
    for (const record of [before, now]) await store.graphs.insert(record, sampleFigure())
    const failed = { status: 'failed', error: 'plotgate is not defined', omitted: [] } as const
    await collection('graphs').updateOne({ _id: before.graphId }, { $set: { rendering: failed } })
    await store.graphs.setRendering({ graphId: now.graphId, version: 1 }, failed)

    expect((await store.graphs.find(before.graphId))?.rendering).toEqual({
      status: 'pending',
      error: null,
      omitted: [],
    })
    expect((await store.graphs.find(now.graphId))?.rendering).toEqual(failed)
    expect((await store.graphs.unfinished({ limit: 10 })).map(each => each.graphId)).toEqual([before.graphId])
    await store.close()
  })

  test('records of the first schema are read as they are, and rewritten when they change', async () => {
    await collection('records').insertMany(
      ['a', 'b'].map(id => earlierRecord(id, { uses: 1, more: { 'x.y': 2 } })),
    )
    const store = await open()
    const things = store.records<{ uses: number; more?: unknown }>('things')
    expect(await things.get('a')).toEqual({ uses: 1, more: { 'x.y': 2 } })
    expect(await things.update('a', { uses: 2 }, { uses: 9 })).toBe(false)
    expect(await things.update('a', { uses: 2 }, { uses: 1 })).toBe(true)
    expect(await collection('records').findOne({ _id: 'things/a' })).toMatchObject({
      schema: 2,
      value: { uses: 2, more: { 'x.y': 2 } },
    })
    const outcomes = await Promise.all([1, 2, 3].map(n => things.update('b', { uses: 9 + n }, { uses: 1 })))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect((await things.list()).map(each => each.id).sort()).toEqual(['a', 'b'])
    expect(await things.take('b')).toMatchObject({ more: { 'x.y': 2 } })
    await store.close()
  })

  test('figures of the first schema, which name no layout prefix, are read', async () => {
    const store = await open()
    const record = sampleRecord()
    await store.graphs.insert(record, sampleFigure())
    await collection('figures').updateOne({ _id: record.graphId }, { $unset: { layoutPrefix: 1, schema: 1 } })
    expect(await store.graphs.figure(record.graphId)).toEqual(sampleFigure())
    await store.close()
  })

  describe('plotgate store', () => {
    const upkeep = () => openUpkeep({ mongodbUrl: server.url, dataDir: 'unused' })
    const check = async () => {
      const opened = await upkeep()
      const faults = await opened.check()
      await opened.close()
      return faults
    }

    test('init sets up a database that check then finds well', async () => {
      expect(await check()).toEqual([expect.stringContaining('never set up')])
      const opened = await upkeep()
      await opened.init()
      await opened.init()
      expect(await opened.check()).toEqual([])
      await collection('records').dropIndex('newest')
      expect(await opened.check()).toEqual([expect.stringMatching(/records\.newest.*store init/)])
      await opened.close()
    })

    test('upgrade rewrites what the first schema wrote, and the search finds it before and after', async () => {
      const store = await open()
      const records = Array.from({ length: 3 }, (_, n) => sampleRecord({ title: `Net sales ${n}` }))
      for (const record of records) await store.graphs.insert(record, sampleFigure())
      await store.artifacts.put(
        { graphId: records[0]?.graphId ?? graphIdOf(''), version: 1 },
        firstPng,
        sampleArtifact(),
      )
      await store.records('things').insert('one', { a: 1 })
      await store.close()
      const earlier = { $unset: { schema: 1, titleGrams: 1, chunks: 1 } }
      for (const name of ['graphs', 'figures', 'artifacts']) await collection(name).updateMany({}, earlier)
      await collection('records').deleteMany({})
      await collection('records').insertOne(earlierRecord('one', { a: 1 }))
      await collection('meta').updateOne({ _id: 'schema' }, { $set: { version: 1 } })

      const again = await open()
      const found = async () =>
        (await again.graphs.list({ accountId: accountIdOf('account-1'), limit: 9, title: 'SALES 1' })).length
      expect(await found()).toBe(1)
      expect(await check()).toEqual([expect.stringContaining('store upgrade')])
      const opened = await upkeep()
      expect(await opened.upgrade()).toBe(8)
      expect(await opened.upgrade()).toBe(0)
      expect(await opened.check()).toEqual([])
      await opened.close()
      expect(await found()).toBe(1)
      expect(await again.records('things').get('one')).toEqual({ a: 1 })
      expect(await again.graphs.figure(records[0]?.graphId ?? graphIdOf(''))).toEqual(sampleFigure())
      await again.close()
    })

    test('a server that is not there is told in a sentence', async () => {
      const attempt = openUpkeep({ mongodbUrl: 'mongodb://127.0.0.1:1/x', dataDir: 'unused' })
      await expect(attempt).rejects.toMatchObject({ message: expect.stringMatching(/^MONGODB_URL: /) })
    })
  })
})
