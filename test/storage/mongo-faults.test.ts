import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { type CommandStartedEvent, MongoClient } from 'mongodb'
import type { GraphId } from '../../src/domain/ids.ts'
import type { Store } from '../../src/domain/ports.ts'
import { packFigure } from '../../src/storage/figure-codec.ts'
import { trimFigure } from '../../src/storage/layout-prefix.ts'
import { type Connection, findServer } from '../../src/storage/mongodb/connection/connection.ts'
import type { ArtifactDoc, ChunkDoc } from '../../src/storage/mongodb/documents/artifact-documents.ts'
import {
  type ClaimDoc,
  type Collections,
  type FigureDoc,
  type GraphDoc,
  type MetaDoc,
  type TotalsDoc,
  toGraphDoc,
} from '../../src/storage/mongodb/documents/documents.ts'
import { createInsert } from '../../src/storage/mongodb/insert.ts'
import { openMongo } from '../../src/storage/mongodb/open.ts'
import { prune } from '../../src/storage/mongodb/versions/version-upkeep.ts'
import { replace } from '../../src/storage/mongodb/versions/version-writes.ts'
import { openStore } from '../../src/storage/open.ts'
import { linkTo } from '../support/link.ts'
import { collectionNames, type MongoServer, mongoKind, startMongo } from '../support/mongo.ts'
import { pinged } from '../support/pinged.ts'
import { first, firstPng, newId, sampleArtifact, sampleClaim, sampleFigure, sampleRecord } from './samples.ts'
import { versionsKept } from './version-samples.ts'

const kind = mongoKind()
const suite = kind === null ? describe.skip : describe

suite(`mongodb (${kind}), faults`, () => {
  let server: MongoServer
  let client: MongoClient
  let store: Store
  const claims = () => client.db().collection<ClaimDoc>('claims')
  const figures = () => client.db().collection<FigureDoc>('figures')
  const graphs = () => client.db().collection<GraphDoc>('graphs')
  const count = async (name: string) => (await client.db().collection(name).find().toArray()).length

  beforeAll(async () => {
    server = await startMongo()
    client = new MongoClient(server.url, { serverSelectionTimeoutMS: 60_000 })
    store = await openStore({ mongodbUrl: server.url, dataDir: 'unused' })
  }, 600_000)
  beforeEach(async () => {
    await Promise.all([...collectionNames, 'totals'].map(name => client.db().collection(name).deleteMany({})))
  })
  afterAll(async () => {
    await store.close()
    await client.close()
    await server.stop()
  })

  /** What a create under a claim has written up to the point where its process died. */
  async function dieAfter(step: 'claim' | 'figure' | 'graph', claim = sampleClaim()) {
    const record = sampleRecord()
    const { graphId, createdAt } = record
    const { id, bodyHash, expiresAt } = claim
    await claims().insertOne({ _id: id, bodyHash, graphId, createdAt, expiresAt, state: 'open' })
    if (step !== 'claim') {
      await figures().insertOne({
        _id: graphId,
        ...packFigure(trimFigure(sampleFigure(), null)),
        writtenAt: new Date(),
      })
    }
    if (step === 'graph') await graphs().insertOne(toGraphDoc(record, id))
    return { claim, record }
  }

  const replay = (claim = sampleClaim()) =>
    store.graphs.insert(sampleRecord({ createdAt: new Date() }), sampleFigure(), claim)

  describe('a create that died on its way', () => {
    test.each(['claim', 'figure', 'graph'] as const)(
      'after its %s is finished by a replay, under the same id and time',
      async step => {
        const { claim, record } = await dieAfter(step)
        expect(await store.graphs.find(record.graphId)).toEqual(step === 'graph' ? record : null)
        for (let n = 0; n < 2; n++) {
          expect(await replay(claim)).toEqual({ kind: 'replayed', graphId: record.graphId })
        }
        expect(await store.graphs.find(record.graphId)).toEqual(record)
        expect(await store.graphs.figure(record.graphId)).toEqual(sampleFigure())
        expect((await claims().findOne({ _id: claim.id }))?.state).toBe('stored')
        expect([await count('graphs'), await count('figures'), await count('claims')]).toEqual([1, 1, 1])
      },
    )

    test('conflicts with another body as a finished one does', async () => {
      const { claim } = await dieAfter('figure')
      expect(await replay({ ...claim, bodyHash: 'hash-2' })).toEqual({ kind: 'conflict' })
      expect(await count('graphs')).toBe(0)
    })

    test('is finished by many replays at once as one graph', async () => {
      const { claim, record } = await dieAfter('claim')
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => replay(claim)))
      expect(outcomes).toEqual(Array(8).fill({ kind: 'replayed', graphId: record.graphId }))
      expect([await count('graphs'), await count('figures')]).toEqual([1, 1])
    })

    test('and was deleted before it was finished stays deleted', async () => {
      const { claim, record } = await dieAfter('graph')
      expect(await store.graphs.remove(record.graphId)).toBe(true)
      expect(await replay(claim)).toEqual({ kind: 'replayed', graphId: record.graphId })
      expect([await count('graphs'), await count('figures')]).toEqual([0, 0])
    })

    test('and is deleted while replays finish it stays deleted', async () => {
      for (let round = 0; round < 15; round++) {
        const { claim, record } = await dieAfter('graph')
        await Promise.all([replay(claim), store.graphs.remove(record.graphId), replay(claim), replay(claim)])
        expect(await store.graphs.find(record.graphId)).toBeNull()
        expect(await store.graphs.figure(record.graphId)).toBeNull()
      }
    })

    test('leaves a figure that nobody can reach, swept once it is no longer in flight', async () => {
      const { record } = await dieAfter('figure')
      const limits = { variantBytes: 1e9, now: new Date() }
      await store.sweep(limits)
      expect(await count('figures')).toBe(1)
      expect(await store.graphs.list({ accountId: record.accountId, limit: 9 })).toEqual([])
      await store.sweep({ ...limits, now: new Date(Date.now() + 11 * 60_000) })
      expect(await count('figures')).toBe(0)
    })
  })

  test('a deletion that died half way is finished by the sweep', async () => {
    const record = sampleRecord()
    await store.graphs.insert(record, sampleFigure())
    await store.artifacts.put(first(record.graphId), firstPng, sampleArtifact())
    const living = sampleRecord()
    await store.graphs.insert(living, sampleFigure())
    await store.artifacts.put(first(living.graphId), firstPng, sampleArtifact())
    await graphs().deleteOne({ _id: record.graphId })

    await store.sweep({ variantBytes: 1e9, now: new Date(Date.now() + 11 * 60_000) })
    expect([await count('figures'), await count('artifacts')]).toEqual([1, 1])
    expect(await store.graphs.figure(living.graphId)).toEqual(sampleFigure())
    expect(await store.artifacts.get(first(living.graphId), firstPng)).not.toBeNull()
  })

  test('what a dead writer brought back after a deletion goes with the next sweep but one', async () => {
    const { claim, record } = await dieAfter('graph')
    await store.graphs.remove(record.graphId)
    await graphs().insertOne(toGraphDoc(record, claim.id))
    const sweep = (inMs: number) => store.sweep({ variantBytes: 1e9, now: new Date(Date.now() + inMs) })
    await sweep(0)
    expect(await store.graphs.find(record.graphId)).toEqual(record)
    await sweep(11 * 60_000)
    expect(await store.graphs.find(record.graphId)).toBeNull()
    // Its claim goes on answering, and is looked at no more.
    expect(await claims().findOne({ _id: claim.id })).toMatchObject({ state: 'removed' })
    expect(await claims().countDocuments({ removedAt: { $exists: true } })).toBe(0)
  })

  test('a writer that stood still after its change takes nothing from the versions that came after it', async () => {
    const record = sampleRecord()
    const { graphId } = record
    await store.graphs.insert(record, sampleFigure())
    await store.graphs.replace(record, sampleFigure(), 1)
    const second = await graphs().findOne({ _id: graphId })
    await store.graphs.replace(record, sampleFigure(), 2)
    await store.artifacts.put({ graphId, version: 3 }, firstPng, sampleArtifact())
    const late = await findServer(server.url)
    await late.use(collections => prune(collections, second!, 1, versionsKept))
    await late.close()
    const artifact = await client.db().collection<ArtifactDoc>('artifacts').findOne({ graphId, version: 3 })
    expect(artifact).toMatchObject({ lasting: true })
  })

  test('a graph that is deleted before the claim of its change is recorded leaves no claim', async () => {
    const record = sampleRecord()
    await store.graphs.insert(record, sampleFigure())
    const connection = await findServer(server.url)
    const packed = packFigure(trimFigure(sampleFigure(), null))
    const outcome = await connection.use(collections => {
      const late = new Proxy(collections.claims, {
        get(target, name) {
          const value = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          return async (...given: unknown[]) => {
            if (name === 'bulkWrite') await store.graphs.remove(record.graphId)
            return value.apply(target, given)
          }
        },
      })
      return replace({ ...collections, claims: late }, record, packed, 1, sampleClaim(), versionsKept)
    })
    await connection.close()
    expect(outcome).toEqual({ kind: 'changed', version: 2 })
    expect([await count('graphs'), await count('claims')]).toEqual([0, 0])
  })

  describe('a process that stood still for minutes, while its figure was swept', () => {
    afterEach(() => void jest.restoreAllMocks())

    /** The first write of a graph's document comes late, after a sweep. */
    async function lateWriter(write: 'insertOne' | 'updateOne'): Promise<Connection> {
      const connection = await findServer(server.url)
      const later = Date.now() + 11 * 60_000
      let late = false
      const delayed = (collections: Collections): Collections => ({
        ...collections,
        graphs: new Proxy(collections.graphs, {
          get(target, name) {
            const value = Reflect.get(target, name)
            if (typeof value !== 'function') return value
            return async (...given: unknown[]) => {
              if (name === write && !late) {
                late = true
                await store.sweep({ variantBytes: 1e9, now: new Date(later) })
                jest.spyOn(Date, 'now').mockReturnValue(later)
              }
              return value.apply(target, given)
            }
          },
        }),
      })
      return { ...connection, use: work => connection.use(collections => work(delayed(collections))) }
    }

    test.each([undefined, sampleClaim()])('has written it once more when the graph is there', async claim => {
      const connection = await lateWriter('insertOne')
      const record = sampleRecord()
      await createInsert(connection, null)(record, sampleFigure(), claim)
      await connection.close()
      expect(await store.graphs.figure(record.graphId)).toEqual(sampleFigure())
    })

    test('has written it once more when the graph has the new version', async () => {
      const record = sampleRecord()
      await store.graphs.insert(record, sampleFigure())
      const connection = await lateWriter('updateOne')
      const packed = packFigure(trimFigure(sampleFigure(), null))
      await connection.use(collections => replace(collections, record, packed, 1, undefined, versionsKept))
      await connection.close()
      expect(await store.graphs.figure(record.graphId, 2)).toEqual(sampleFigure())
    })
  })

  test('the chunks of a large figure whose graph never came are swept', async () => {
    const { record } = await dieAfter('figure')
    const piece = { graphId: record.graphId, set: 'a', n: 0, bytes: Buffer.alloc(9), writtenAt: new Date() }
    await client
      .db()
      .collection<ChunkDoc>('chunks')
      .insertOne({ _id: 'a/0', ...piece })
    await store.sweep({ variantBytes: 1e9, now: new Date() })
    expect(await count('chunks')).toBe(1)
    await store.sweep({ variantBytes: 1e9, now: new Date(Date.now() + 11 * 60_000) })
    expect(await count('chunks')).toBe(0)
  })

  test('a count that a dead process left too high is put right by the sweep', async () => {
    const record = sampleRecord()
    await store.graphs.insert(record, sampleFigure())
    expect(await store.graphs.count(record.accountId)).toBe(1)
    await client
      .db()
      .collection<TotalsDoc>('totals')
      .updateOne({ _id: record.accountId }, { $inc: { graphs: 3, changes: 1 } })
    await store.sweep({ variantBytes: 1e9, now: new Date() })
    expect(await store.graphs.count(record.accountId)).toBe(1)
  })

  test('a sweep goes on where the last one ended, whoever made it', async () => {
    const meta = () => client.db().collection<MetaDoc>('meta')
    await meta().updateOne({ _id: 'orphans in figures' }, { $set: { after: '~' } }, { upsert: true })
    await dieAfter('figure')
    const later = { variantBytes: 1e9, now: new Date(Date.now() + 11 * 60_000) }
    await store.sweep(later)
    // The end of the collection was reached: the next one begins again.
    expect([await count('figures'), (await meta().findOne({ _id: 'orphans in figures' }))?.after]).toEqual([
      1,
      '',
    ])
    await store.sweep(later)
    expect(await count('figures')).toBe(0)
  })

  test('no server: opening is refused within seconds', async () => {
    const nowhere = 'mongodb://127.0.0.1:1/x'
    // The driver by itself tries for 30 s.
    const driver = new MongoClient(nowhere)
    const tried = driver.connect().catch(() => 'the driver')
    const attempt = openStore({ mongodbUrl: nowhere, dataDir: 'unused' })
    await expect(Promise.race([attempt, tried])).rejects.toMatchObject({ code: 'unavailable' })
    await driver.close()
  })

  test('the server cut off in the middle of a bulk write is away, as in any other', async () => {
    const link = await linkTo(server.url)
    const cutAtClaims = ({ command }: CommandStartedEvent) => {
      if (command.update === 'claims') void link.cut()
    }
    const far = await openMongo(link.url, { prefix: null, versionsKept }, { onCommand: cutAtClaims })
    const [deleted, changed] = [sampleRecord(), sampleRecord()]
    for (const record of [deleted, changed])
      await store.graphs.insert(record, sampleFigure(), sampleClaim({ id: newId() }))
    await expect(far.graphs.remove(deleted.graphId)).rejects.toMatchObject({ code: 'unavailable' })
    await link.mend()
    const change = far.graphs.replace(changed, sampleFigure(), 1, sampleClaim({ id: newId() }))
    await expect(change).rejects.toMatchObject({ code: 'unavailable' })
    await far.close()
    await link.cut()
  })

  test('the server cut off in full traffic: refused quickly, nothing answered is lost, recovers by itself', async () => {
    const link = await linkTo(server.url)
    const far = await openStore({ mongodbUrl: link.url, dataDir: 'unused' })
    const answered: GraphId[] = []
    const refusals: string[] = []
    let running = true
    const lane = async () => {
      while (running) {
        const graphId = newId()
        try {
          await far.graphs.insert(sampleRecord({ graphId }), sampleFigure())
          answered.push(graphId)
        } catch (error) {
          refusals.push((error as { code: string }).code)
          await new Promise(resolve => setTimeout(resolve, 10))
        }
      }
    }
    const lanes = Array.from({ length: 4 }, lane)
    const pass = async (done: () => boolean) => {
      while (!done()) await new Promise(resolve => setTimeout(resolve, 10))
    }
    await pass(() => answered.length > 30)
    await link.cut()
    // The driver by itself looks for a server for 30 s.
    let driverGaveUp = false
    const driver = new MongoClient(link.url)
    const tried = driver.connect().catch(() => {
      driverGaveUp = true
    })
    await pass(() => refusals.length >= 4)
    await expect(far.ping()).rejects.toMatchObject({ code: 'unavailable' })
    expect(driverGaveUp).toBe(false)
    await driver.close()
    await tried
    await link.mend()
    const before = answered.length
    await pass(() => answered.length > before + 30)
    running = false
    await Promise.all(lanes)

    expect(new Set(refusals)).toEqual(new Set(['unavailable']))
    expect((await store.graphs.findMany(answered)).size).toBe(answered.length)
    expect((await store.graphs.figures(answered.map(first))).size).toBe(answered.length)
    expect(await pinged(far)).toBeNull()
    await far.close()
    await link.cut()
  })
})
