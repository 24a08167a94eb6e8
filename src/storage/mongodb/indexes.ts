/** The indexes of each collection: plain ones only, which every server with this protocol makes. */

import { type Collection, type IndexDescription, MongoServerError } from 'mongodb'
import type { Collections } from './documents.ts'

const indexes: Readonly<Record<keyof Collections, readonly (IndexDescription & { name: string })[]>> = {
  graphs: [{ name: 'by_account', key: { accountId: 1, createdAt: -1, _id: 1 } }],
  figures: [],
  artifacts: [
    { name: 'by_graph', key: { graphId: 1 } },
    { name: 'by_age', key: { lasting: 1, createdAt: -1, size: 1 } },
  ],
  claims: [{ name: 'by_expiry', key: { expiresAt: 1 } }],
  layoutPrefixes: [],
  records: [
    { name: 'by_owner', key: { collection: 1, owner: 1, createdAt: -1 } },
    { name: 'by_expiry', key: { expiresAt: 1 } },
  ],
}

/** Makes those that are missing. Only those: FerretDB drops the connection when asked for one that is there. */
export async function createIndexes(collections: Collections): Promise<void> {
  for (const [name, wanted] of Object.entries(indexes)) {
    if (wanted.length === 0) continue
    const collection = collections[name as keyof Collections] as unknown as Collection
    const present = await namesOf(collection)
    for (const index of wanted) {
      if (!present.has(index.name)) await collection.createIndexes([index])
    }
  }
}

const namespaceNotFound = 26

async function namesOf(collection: Collection): Promise<ReadonlySet<string>> {
  try {
    return new Set((await collection.indexes()).flatMap(index => index.name ?? []))
  } catch (error) {
    if (error instanceof MongoServerError && error.code === namespaceNotFound) return new Set()
    throw error
  }
}
