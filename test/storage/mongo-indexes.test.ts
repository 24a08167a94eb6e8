import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type CommandStartedEvent, type Document, MongoClient } from 'mongodb'
import { accountIdOf } from '../../src/domain/ids.ts'
import { schemaVersion } from '../../src/storage/mongodb/documents/documents.ts'
import { openMongo } from '../../src/storage/mongodb/open.ts'
import { inBatches, type PortableStore } from '../../src/storage/portable-store.ts'
import { type MongoServer, mongoKind, startMongo } from '../support/mongo.ts'
import { firstPng, sampleArtifact, sampleClaim, sampleFigure, sampleRecord, wideWebp } from './samples.ts'

const suite = mongoKind() === null ? describe.skip : describe

/** One question to a collection. */
interface Query {
  readonly collection: string
  readonly filter: Document
  readonly sort: Document | undefined
}

/** The filters of a command, whatever kind it is. */
function queriesOf(command: Document): readonly Query[] {
  const one = (collection: string, filter: Document, sort?: Document) => ({ collection, filter, sort })
  if (command.findAndModify) return [one(command.findAndModify, command.query ?? {})]
  if (command.find) return [one(command.find, command.filter ?? {}, command.sort)]
  if (command.update) return command.updates.map((each: Document) => one(command.update, each.q))
  if (command.delete) return command.deletes.map((each: Document) => one(command.delete, each.q))
  if (command.aggregate) return [one(command.aggregate, command.pipeline[0]?.$match ?? {})]
  return []
}

/** Every node of an execution plan, of MongoDB's own (`stage`) and of DocumentDB's, which is PostgreSQL's. */
function stagesOf(plan: unknown): readonly string[] {
  if (plan === null || typeof plan !== 'object') return []
  const own = Object.entries(plan).flatMap(([key, value]) =>
    (key === 'stage' || key === 'Node Type') && typeof value === 'string' ? [value] : [],
  )
  return [...own, ...Object.values(plan).flatMap(stagesOf)]
}

const wholeCollection = /^(COLLSCAN|Seq Scan)$/

suite('queries of the MongoDB store', () => {
  let server: MongoServer
  let store: PortableStore
  let client: MongoClient
  const asked = new Map<string, Query>()

  beforeAll(async () => {
    server = await startMongo()
    client = new MongoClient(server.url)
    store = await openMongo(
      server.url,
      { prefix: null, versionsKept: 20 },
      {
        onCommand({ command }: CommandStartedEvent) {
          for (const query of queriesOf(command)) {
            asked.set(`${query.collection} ${Object.keys(query.filter)} ${JSON.stringify(query.sort)}`, query)
          }
        },
      },
    )
  })
  afterAll(async () => {
    await store.close()
    await client.close()
    await server.stop()
  })

  /** Everything that a service does with its store. */
  async function useAll(): Promise<void> {
    const { graphs, artifacts } = store
    const claim = sampleClaim()
    const record = sampleRecord()
    const { graphId, accountId, createdAt } = record
    await graphs.insert(record, sampleFigure())
    for (let n = 0; n < 2; n++)
      await graphs.insert(sampleRecord({ accountId: accountIdOf('b') }), sampleFigure(), claim)
    await graphs.find(graphId)
    await graphs.findMany([graphId])
    await graphs.figure(graphId)
    await graphs.figures([{ graphId, version: 1 }])
    await graphs.count(accountId)
    await graphs.setRendering({ graphId, version: 1 }, record.rendering)
    await graphs.unfinished({ limit: 10 })
    await graphs.unfinished({ limit: 10, upTo: new Date() })
    const place = { createdAt, graphId }
    for (const query of [{}, { after: place }, { before: place }, { after: place, before: place }]) {
      for (const title of ['', 'al', 'sales']) await graphs.list({ accountId, limit: 5, title, ...query })
      await graphs.list({ accountId, limit: 5, livingAt: new Date(), ...query })
    }
    for (const variant of [firstPng, wideWebp])
      await artifacts.put({ graphId, version: 1 }, variant, sampleArtifact(), variant)
    await artifacts.findEqual(firstPng)
    await artifacts.adopt({ graphId, version: 1 }, new Map([[firstPng, firstPng]]))
    await artifacts.get({ graphId, version: 1 }, firstPng)
    const things = store.records<{ a: number }>('things')
    await things.insert('one', { a: 1 }, { owner: 'o', expiresAt: new Date(Date.now() + 60_000) })
    await things.update('one', { a: 2 }, { a: 1 })
    await things.expire('one', new Date(Date.now() + 90_000))
    await things.list('o')
    await things.list()
    await things.get('one')
    await things.take('one')
    await things.delete('one')
    const items = []
    for await (const item of store.dump()) items.push(item)
    await store.load(inBatches(items), { intoEmpty: true })
    await graphs.expired(new Date(), 5)
    await store.sweep({ variantBytes: 0, now: new Date(Date.now() + 3_600_000) })
    await graphs.remove(graphId)
    await graphs.removeAll(accountIdOf('b'))
  }

  test('each is served by an index', async () => {
    await useAll()
    expect(asked.size).toBeGreaterThan(30)
    const unserved: string[] = []
    for (const [name, { collection, filter, sort }] of asked) {
      // What asks for everything: a backup in order, and whether there is anything.
      if (Object.keys(filter).length === 0) continue
      const plan = await client
        .db()
        .collection(collection)
        .find(filter, { ...(sort && { sort }), limit: 10 })
        .explain()
      const stages = stagesOf(plan)
      expect(stages.length).toBeGreaterThan(0)
      if (stages.some(stage => wholeCollection.test(stage))) unserved.push(`${name}: ${stages.join(' < ')}`)
    }
    expect(unserved).toEqual([])
    // Its plan names indexes, and yet DocumentDB deletes by reading the whole collection.
    expect([...asked.values()].filter(({ filter }) => String(Object.keys(filter)) === '$or')).toEqual([])
  })

  test('a search is served by the index of title pieces', async () => {
    await useAll()
    const search = [...asked.values()].find(({ filter }) => filter.titleGrams)
    const plan = await client
      .db()
      .collection('graphs')
      .find(search?.filter ?? {})
      .explain()
    expect(JSON.stringify(plan)).toContain('"by_title"')
  })

  test('each about one graph carries the key by which its collection is sharded', async () => {
    await useAll()
    const keys: Readonly<Record<string, string>> = {
      graphs: '_id',
      figures: '_id',
      artifacts: 'graphId',
      imageKeys: '_id',
      chunks: 'graphId',
      claims: '_id',
      totals: '_id',
    }
    /** What is asked of all graphs: lists, sweeps and backups go to every shard. */
    const ofAll = new Set(['accountId', 'removedAt', 'lasting', 'rendering.status'])
    const without = [...asked.values()].filter(({ collection, filter }) => {
      const key = keys[collection]
      const fields = Object.keys(filter)
      // A deletion asks every shard for figures that were replaced, and for the claims of changes.
      if (collection === 'figures' && String(fields) === 'graphId') return false
      if (collection === 'claims' && String(fields) === 'graphId,version') return false
      return key && fields.length > 0 && !fields.includes(key) && !fields.some(field => ofAll.has(field))
    })
    // The pass for orphans goes through every shard in the order of ids.
    expect(without.filter(({ sort }) => sort === undefined)).toEqual([])
  })

  test('an upgrade finds its documents by an index too', async () => {
    const earlier = { schema: { $not: { $gte: schemaVersion } } }
    const plan = await client
      .db()
      .collection<{ _id: string; schema: number }>('graphs')
      .find({ _id: { $gt: '' }, ...earlier }, { sort: { _id: 1 }, limit: 10 })
      .explain()
    expect(stagesOf(plan).filter(stage => wholeCollection.test(stage))).toEqual([])
  })
})
