/** The state of a database: whether its indexes are there, and which schema its documents have. */

import type { Connection } from './connection.ts'
import { type Collections, schemaVersion } from './documents.ts'
import { createIndexes, missingIndexes } from './indexes.ts'

export interface SchemaState {
  /** The oldest schema any document has; null in a database that was never set up. */
  readonly version: number | null
  /** As `collection.name`. */
  readonly missingIndexes: readonly string[]
}

const schemaId = 'schema'

/** Reads one document and the names of the indexes: cheap enough for every start. */
export const readSchema = ({ use }: Connection): Promise<SchemaState> =>
  use(async collections => {
    const [doc, missing] = await Promise.all([
      collections.meta.findOne({ _id: schemaId }),
      missingIndexes(collections),
    ])
    return { version: doc?.version ?? null, missingIndexes: missing }
  })

/** Makes the indexes and writes down the schema. May be done again, and by several at once. */
export const setUpSchema = ({ use }: Connection): Promise<void> =>
  use(async collections => {
    const version = (await isEmpty(collections)) ? schemaVersion : 1
    await createIndexes(collections)
    // Only where nothing is written down: whoever was first knows whether the database was empty.
    await collections.meta.updateOne({ _id: schemaId }, { $setOnInsert: { version } }, { upsert: true })
  })

/** Writes down that no document of an earlier schema is left. */
export const settleSchema = ({ use }: Connection): Promise<void> =>
  use(async ({ meta }) => {
    await meta.updateOne({ _id: schemaId }, { $set: { version: schemaVersion } }, { upsert: true })
  })

/** Tells whether every document has this version's schema; asks the database again only while the answer is no. */
export function createUpgraded({ use }: Connection): () => Promise<boolean> {
  let known = false
  return async () => {
    known ||= await use(
      async ({ meta }) => (await meta.findOne({ _id: schemaId }))?.version === schemaVersion,
    )
    return known
  }
}

/** Whether nobody stored anything yet. */
export const isEmpty = async ({ graphs, records }: Collections): Promise<boolean> =>
  (await graphs.findOne({}, { projection: { _id: 1 } })) === null &&
  (await records.findOne({}, { projection: { _id: 1 } })) === null
