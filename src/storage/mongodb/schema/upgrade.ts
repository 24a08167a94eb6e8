/** Rewrites documents of earlier schema versions, page by page, while the service runs. */

import type { Collection, Document, Filter } from 'mongodb'
import type { Connection } from '../connection/connection.ts'
import type { ArtifactDoc } from '../documents/artifact-documents.ts'
import {
  type Collections,
  type FigureDoc,
  type GraphDoc,
  type RecordDoc,
  schemaVersion,
} from '../documents/documents.ts'
import { upgradedRecord } from '../documents/record-fields.ts'
import { searchedTitle } from '../documents/searched-title.ts'
import { settleSchema } from './schema.ts'

const step = 500

/** The upgrade of a collection. `projection` are the fields it reads, `$set` the fields it writes. */
interface Upgrade<D> {
  readonly projection: Document
  readonly $set: (doc: D) => Document
  /** A condition for the write, so that concurrent changes are not overwritten. */
  readonly unchanged?: (doc: D) => Document
}

const graphs: Upgrade<GraphDoc> = { projection: { title: 1 }, $set: searchedTitle }
const figures: Upgrade<FigureDoc> = {
  projection: { layoutPrefix: 1 },
  $set: ({ layoutPrefix = null }) => ({ layoutPrefix, chunks: null }),
}
const artifacts: Upgrade<ArtifactDoc> = { projection: { graphId: 1 }, $set: () => ({ chunks: null }) }
const records: Upgrade<RecordDoc> = {
  projection: { value: 1 },
  $set: upgradedRecord,
  unchanged: ({ value }) => ({ value }),
}

/** Returns the number of rewritten documents. May be interrupted and started again. */
export const upgradeDocuments = (connection: Connection): Promise<number> =>
  connection.use(async (all: Collections) => {
    const rewritten =
      (await upgradeCollection(all.graphs, graphs)) +
      (await upgradeCollection(all.figures, figures)) +
      (await upgradeCollection(all.artifacts, artifacts)) +
      (await upgradeCollection(all.records, records))
    await settleSchema(connection)
    return rewritten
  })

async function upgradeCollection<D extends { readonly _id: string }>(
  collection: Collection<D>,
  { projection, $set, unchanged }: Upgrade<D>,
): Promise<number> {
  let rewritten = 0
  for (let after = ''; ; ) {
    // The driver's filter type does not accept fields of a generic document.
    const earlier = { _id: { $gt: after }, schema: { $not: { $gte: schemaVersion } } } as unknown as Filter<D>
    const page = (await collection
      .find(earlier, { projection, sort: { _id: 1 }, limit: step })
      // The documents have the fields of each upgrade's projection.
      .toArray()) as unknown as D[]
    if (page.length === 0) return rewritten
    const changes = page.map(doc => ({
      updateOne: {
        // As above.
        filter: { _id: doc._id, ...unchanged?.(doc) } as unknown as Filter<D>,
        update: { $set: { ...$set(doc), schema: schemaVersion } } as Document,
      },
    }))
    const { matchedCount } = await collection.bulkWrite(changes as never, { ordered: false })
    rewritten += matchedCount
    after = page.at(-1)?._id ?? ''
  }
}
