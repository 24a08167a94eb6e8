/** Writes artifacts to MongoDB, so that none outlives its graph or version. */

import type { VersionRef } from '../../domain/graph/graph.ts'
import type { GraphId } from '../../domain/ids.ts'
import { isPinned } from '../../domain/image/pinned.ts'
import type { IndexedArtifact } from '../artifact-index.ts'
import { removeChunks, storeBytes } from './chunks.ts'
import { retryDuplicate } from './connection/errors.ts'
import { artifactId } from './documents/artifact-documents.ts'
import { type Collections, schemaVersion } from './documents/documents.ts'
import { forgetImageKeys, noteImageKey } from './image-keys.ts'
import { removeFiles } from './remove.ts'
import { newestOf } from './versions/version-reads.ts'

/** Null if the graph is gone. */
const newestVersion = async ({ graphs }: Collections, graphId: GraphId): Promise<number | null> => {
  const doc = await graphs.findOne({ _id: graphId }, { projection: { version: 1 } })
  return doc && newestOf(doc)
}

/** A variant of a version, with the key of equal images. */
export interface ArtifactPlace {
  readonly ref: VersionRef
  readonly variant: string
  readonly imageKey: string | undefined
}

/** False if the graph or the version is gone, or not kept any more. */
export async function putArtifact(
  collections: Collections,
  { ref, variant, imageKey }: ArtifactPlace,
  artifact: IndexedArtifact,
  versionsKept: number,
): Promise<boolean> {
  const { graphId, version } = ref
  const { bytes, etag, createdAt, drawnBy = null, omitted = null, size = bytes.byteLength } = artifact
  const { artifacts } = collections
  const lasting = isPinned(variant) && (await newestVersion(collections, graphId)) === version
  const stored = await storeBytes(collections, graphId, bytes)
  const fields = {
    schema: schemaVersion,
    variant,
    version,
    lasting,
    createdAt,
    size,
    etag,
    drawnBy,
    imageKey: imageKey ?? null,
    omitted,
    ...stored,
  }
  // Every filter includes the shard key.
  const own = { _id: artifactId(ref, variant), graphId }
  // Written before the artifact, so that a concurrent deletion, which finds keys by artifacts, removes both.
  if (imageKey !== undefined) await noteImageKey(collections, imageKey, own)
  const before = await retryDuplicate(() =>
    artifacts.findOneAndUpdate(
      own,
      { $set: fields },
      { upsert: true, returnDocument: 'before', projection: { chunks: 1, imageKey: 1 } },
    ),
  )
  if (before?.chunks) await removeChunks(collections, graphId, before.chunks)
  if (before && before.imageKey !== imageKey) await forgetImageKeys(collections, [before])
  // Read after the write: a concurrent deletion or change either sees the artifact or is seen here.
  const now = await newestVersion(collections, graphId)
  if (now === null) await removeFiles(collections, [graphId])
  else if (version < now - versionsKept || version > now) {
    await artifacts.deleteOne(own)
    await forgetImageKeys(collections, [{ ...own, imageKey: imageKey ?? null }])
    if (stored.chunks) await removeChunks(collections, graphId, stored.chunks)
  } else {
    if (lasting && now !== version) await artifacts.updateOne(own, { $set: { lasting: false } })
    return true
  }
  return false
}
