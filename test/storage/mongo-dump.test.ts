/** What a backup of MongoDB has of graphs that change while it is made. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { MongoClient } from 'mongodb'
import { openStore } from '../../src/storage/open.ts'
import { type DumpItem, inBatches } from '../../src/storage/portable-store.ts'
import { eventually } from '../support/eventually.ts'
import { type MongoServer, mongoKind, startMongo } from '../support/mongo.ts'
import { sampleFigure, sampleRecord } from './samples.ts'
import { append } from './version-samples.ts'

const kind = mongoKind()
const suite = kind === null ? describe.skip : describe
const dataDir = mkdtempSync(join(tmpdir(), 'plotgate-mongo-dump-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

suite(`mongodb (${kind}), a backup`, () => {
  let server: MongoServer
  let client: MongoClient
  beforeAll(async () => {
    server = await startMongo()
    client = new MongoClient(server.url)
  }, 600_000)
  afterAll(async () => {
    await client.close()
    await server.stop()
  })

  test('has graphs whole whose points are merged into their figures while it is made', async () => {
    const store = await openStore({ mongodbUrl: server.url, dataDir: 'unused', versionsKept: 0 })
    const records = Array.from({ length: 3 }, () => sampleRecord())
    const ids = records.map(({ graphId }) => graphId).sort()
    for (const record of records) {
      await store.graphs.insert(record, sampleFigure({ data: '[{"x":[],"y":[]}]' }))
      await store.graphs.append(record.graphId, 1, [append('1'), append('2')])
    }

    // The server sends the first graph together with the others.
    const items: DumpItem[] = []
    for await (const item of store.dump()) {
      items.push(item)
      if (items.length > 1) continue
      for (const graphId of ids.slice(1)) {
        await store.graphs.append(graphId, 3, [append(Array(40_000).fill('3').join())])
        await eventually('the points are merged', async () => {
          const doc = await client.db().collection<{ _id: string }>('figures').findOne({ _id: graphId })
          return doc === null
        })
      }
    }
    const expected = await Promise.all(ids.slice(1).map(graphId => store.graphs.figure(graphId)))
    await store.close()

    const target = await openStore({ mongodbUrl: null, dataDir, versionsKept: 0 })
    await target.load(inBatches(items), { intoEmpty: true })
    expect(await target.graphs.figure(ids[0]!)).toMatchObject({ data: '[{"x":[1,2],"y":[1,2]}]' })
    for (const [n, graphId] of ids.slice(1).entries()) {
      expect((await target.graphs.find(graphId))?.version).toBe(4)
      expect(String((await target.graphs.figure(graphId))?.data)).toBe(String(expected[n]?.data))
    }
    await target.close()
  })
})
