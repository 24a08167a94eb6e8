/** Generated files in MongoDB. One beyond the 16 MiB of a document is refused: it is drawn again when asked for. */

import type { ArtifactStore } from '../../domain/ports.ts'
import { isPinned } from '../pinned.ts'
import type { Connection } from './connection.ts'
import { checkSize, isDuplicate } from './errors.ts'

const idOf = (graphId: string, variant: string) => `${graphId}/${variant}`

export function createArtifacts({ use }: Connection): ArtifactStore {
  return {
    get: (graphId, variant) =>
      use(async ({ artifacts }) => {
        const doc = await artifacts.findOne({ _id: idOf(graphId, variant), graphId })
        return doc ? { bytes: doc.bytes, etag: doc.etag, createdAt: doc.createdAt } : null
      }),

    /** Rejects with `payload_too_large` above 16 MiB. */
    async put(graphId, variant, { bytes, etag, createdAt }) {
      checkSize('image', bytes.byteLength)
      const size = bytes.byteLength
      // The key by which artifacts are sharded is part of every filter.
      const filter = { _id: idOf(graphId, variant), graphId }
      const change = { $set: { variant, lasting: isPinned(variant), createdAt, size, etag, bytes } }
      return use(async ({ artifacts, graphs }) => {
        const write = () => artifacts.updateOne(filter, change, { upsert: true })
        // Of two first writes at once one finds the other's document: then it is an update.
        await write().catch(error => (isDuplicate(error) ? write() : Promise.reject(error)))
        // Looked at after the write: a deletion either sees what was written or is seen here.
        if (await graphs.findOne({ _id: graphId }, { projection: { _id: 1 } })) return true
        await artifacts.deleteMany({ graphId })
        return false
      })
    },
  }
}
