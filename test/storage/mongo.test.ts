import { afterAll, beforeAll, describe, test } from '@jest/globals'
import { MongoClient } from 'mongodb'
import type { FigureDoc } from '../../src/storage/mongodb/documents/documents.ts'
import { openStore } from '../../src/storage/open.ts'
import { collectionNames, type MongoServer, mongoKind, mongoMissing, startMongo } from '../support/mongo.ts'
import { storeContract } from './contract.ts'
import { versionsKept } from './version-samples.ts'

const kind = mongoKind()
/** Bytes as they are, not in the driver's wrapper. */
const raw = { promoteBuffers: true }

if (kind === null) {
  console.warn(`MongoDB: SKIPPED, since ${mongoMissing}`)
  test.skip('MongoDB', () => {})
} else {
  describe(`mongodb (${kind})`, () => {
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

    storeContract({
      open: layoutPrefix =>
        openStore({ mongodbUrl: server.url, dataDir: 'unused', layoutPrefix, versionsKept }),
      async figureBytes(graphId) {
        const doc = await client.db().collection<FigureDoc>('figures').findOne({ _id: graphId }, raw)
        return doc?.body.byteLength ?? 0
      },
      async rows() {
        const counts = collectionNames.map(
          async name => [name, (await client.db().collection(name).find().toArray()).length] as const,
        )
        return Object.fromEntries(await Promise.all(counts))
      },
      async empty() {
        await Promise.all(
          [...collectionNames, 'totals'].map(name => client.db().collection(name).deleteMany({})),
        )
      },
    })
  })
}
