/** Generated files in MongoDB. */

import type { ArtifactStore } from '../../domain/ports.ts'
import { isPinned } from '../pinned.ts'
import { loadBytes, readWhole, removeChunks, storeBytes } from './chunks.ts'
import type { Connection } from './connection.ts'
import { schemaVersion } from './documents.ts'
import { retryDuplicate } from './errors.ts'
import { removeFiles } from './remove.ts'

const idOf = (graphId: string, variant: string) => `${graphId}/${variant}`

export function createArtifacts({ use }: Connection): ArtifactStore {
  return {
    get: (graphId, variant) =>
      use(collections =>
        readWhole(
          () => collections.artifacts.findOne({ _id: idOf(graphId, variant), graphId }),
          async ({ bytes, chunks = null, etag, createdAt }) => {
            const whole = await loadBytes(collections, graphId, { bytes, chunks })
            return whole && { bytes: whole, etag, createdAt }
          },
        ),
      ),

    put: (graphId, variant, { bytes, etag, createdAt }) =>
      use(async collections => {
        const { artifacts, graphs } = collections
        const stored = await storeBytes(collections, graphId, bytes)
        const fields = {
          schema: schemaVersion,
          variant,
          lasting: isPinned(variant),
          createdAt,
          size: bytes.byteLength,
          etag,
          ...stored,
        }
        const before = await retryDuplicate(() =>
          artifacts.findOneAndUpdate(
            // The key by which artifacts are sharded is part of every filter.
            { _id: idOf(graphId, variant), graphId },
            { $set: fields },
            { upsert: true, returnDocument: 'before', projection: { chunks: 1 } },
          ),
        )
        if (before?.chunks) await removeChunks(collections, graphId, before.chunks)
        // Looked at after the write: a deletion either sees what was written or is seen here.
        if (await graphs.findOne({ _id: graphId }, { projection: { _id: 1 } })) return true
        await removeFiles(collections, [graphId])
        return false
      }),
  }
}
