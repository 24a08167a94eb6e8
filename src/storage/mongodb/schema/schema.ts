/** The state of a database: its indexes and the schema version of its documents. */

import type { Connection } from '../connection/connection.ts'
import { type Collections, schemaVersion } from '../documents/documents.ts'
import { createIndexes, missingIndexes } from './indexes.ts'

export interface SchemaState {
  /** The oldest schema version of any document; null for a database that was never set up. */
  readonly version: number | null
  /** As `collection.name`. */
  readonly missingIndexes: readonly string[]
}

const schemaId = 'schema'

/** Reads one document and the list of indexes, which is cheap enough for every start. */
export const readSchema = ({ use }: Connection): Promise<SchemaState> =>
  use(async collections => {
    const [doc, missing] = await Promise.all([
      collections.meta.findOne({ _id: schemaId }),
      missingIndexes(collections),
    ])
    return { version: doc?.version ?? null, missingIndexes: missing }
  })

/** Creates the indexes and records the schema version. Idempotent, and safe to run concurrently. */
export const setUpSchema = ({ use }: Connection): Promise<void> =>
  use(async collections => {
    const version = (await isEmpty(collections)) ? schemaVersion : 1
    await createIndexes(collections)
    // Only if no version is recorded yet, because only the first process knows whether the database was empty.
    await collections.meta.updateOne({ _id: schemaId }, { $setOnInsert: { version } }, { upsert: true })
  })

/** Records that no document of an earlier schema version is left. */
export const settleSchema = ({ use }: Connection): Promise<void> =>
  use(async ({ meta }) => {
    await meta.updateOne({ _id: schemaId }, { $set: { version: schemaVersion } }, { upsert: true })
  })

/** Returns a function that tells whether all documents have the current schema. Asks the database until that is true. */
export function createUpgraded({ use }: Connection): () => Promise<boolean> {
  let known = false
  return async () => {
    known ||= await use(
      async ({ meta }) => (await meta.findOne({ _id: schemaId }))?.version === schemaVersion,
    )
    return known
  }
}

/** Whether nothing has been stored yet. */
export const isEmpty = async ({ graphs, records }: Collections): Promise<boolean> =>
  (await graphs.findOne({}, { projection: { _id: 1 } })) === null &&
  (await records.findOne({}, { projection: { _id: 1 } })) === null
