/** Artifacts in MongoDB. */

import type { Artifact, VersionRef } from '../../domain/graph/graph.ts'
import type { GraphId } from '../../domain/ids.ts'
import { isPinned } from '../../domain/image/pinned.ts'
import type { ArtifactIndex, IndexedArtifact } from '../artifact-index.ts'
import { artifactName } from '../artifact-name.ts'
import type { ArtifactDoc } from './artifact-documents.ts'
import { loadBytes, readWhole, removeChunks, storeBytes } from './chunks.ts'
import type { Connection } from './connection.ts'
import { type Collections, schemaVersion } from './documents.ts'
import { retryDuplicate } from './errors.ts'
import { forgetImageKeys, noteImageKey } from './image-keys.ts'
import { removeFiles } from './remove.ts'
import { setRendering } from './rendering.ts'
import { newestOf } from './version-reads.ts'

const idOf = ({ graphId, version }: VersionRef, variant: string) =>
  `${graphId}/${artifactName(version, variant)}`

export function createArtifacts({ use }: Connection, versionsKept: number): ArtifactIndex {
  /** Null if the graph is gone. */
  const newestVersion = async ({ graphs }: Collections, graphId: GraphId): Promise<number | null> => {
    const doc = await graphs.findOne({ _id: graphId }, { projection: { version: 1 } })
    return doc && newestOf(doc)
  }

  const toArtifact = async (collections: Collections, doc: ArtifactDoc): Promise<Artifact | null> => {
    const { bytes, chunks = null, graphId, etag, createdAt, drawnBy, omitted } = doc
    const whole = await loadBytes(collections, graphId, { bytes, chunks })
    return (
      whole && {
        bytes: whole,
        etag,
        createdAt,
        drawnBy: drawnBy ?? undefined,
        omitted: omitted ?? undefined,
      }
    )
  }

  /** The image of the graph that had this key last; null if that artifact is gone. */
  const findEqual = async (collections: Collections, imageKey: string) => {
    const place = await collections.imageKeys.findOne({ _id: imageKey })
    if (!place) return null
    const { artifactId, graphId } = place
    const doc = await collections.artifacts.findOne({ _id: artifactId, graphId, imageKey })
    return doc && toArtifact(collections, doc)
  }

  async function put(
    collections: Collections,
    ref: VersionRef,
    variant: string,
    artifact: IndexedArtifact,
    imageKey: string | undefined,
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
    const own = { _id: idOf(ref, variant), graphId }
    // Written before the artifact, so that a concurrent deletion, which finds keys by artifacts, removes both.
    if (imageKey !== undefined) await noteImageKey(collections, imageKey, own)
    const before = await retryDuplicate(() =>
      artifacts.findOneAndUpdate(
        own,
        { $set: fields },
        { upsert: true, returnDocument: 'before', projection: { chunks: 1 } },
      ),
    )
    if (before?.chunks) await removeChunks(collections, graphId, before.chunks)
    // Read after the write: a concurrent deletion or change either sees the artifact or is seen here.
    const now = await newestVersion(collections, graphId)
    if (now === null) await removeFiles(collections, [graphId])
    else if (version < now - versionsKept || version > now) {
      await artifacts.deleteOne(own)
      if (imageKey !== undefined) await forgetImageKeys(collections, [imageKey], [graphId])
      if (stored.chunks) await removeChunks(collections, graphId, stored.chunks)
    } else {
      if (lasting && now !== version) await artifacts.updateOne(own, { $set: { lasting: false } })
      return true
    }
    return false
  }

  return {
    get: (ref, variant) =>
      use(collections =>
        readWhole(
          () => collections.artifacts.findOne({ _id: idOf(ref, variant), graphId: ref.graphId }),
          doc => toArtifact(collections, doc),
        ),
      ),

    async getOlder({ graphId, version }, variant) {
      // Looks up a few documents by id, so that the server need not sort.
      const older = Array.from({ length: Math.min(versionsKept, version - 1) }, (_, i) => version - 1 - i)
      const names = new Map(older.map(each => [idOf({ graphId, version: each }, variant), each]))
      return use(async collections => {
        const _id = { $in: [...names.keys()] }
        const found = await collections.artifacts.find({ _id, graphId }, { projection: { _id: 1 } }).toArray()
        const newest = Math.max(0, ...found.map(doc => names.get(doc._id) ?? 0))
        if (newest === 0) return null
        const doc = await collections.artifacts.findOne({
          _id: idOf({ graphId, version: newest }, variant),
          graphId,
        })
        const artifact = doc && (await toArtifact(collections, doc))
        return artifact && { ...artifact, version: newest }
      })
    },

    put: (ref, variant, artifact, imageKey, rendering) =>
      use(async collections => {
        const stored = await put(collections, ref, variant, artifact, imageKey)
        if (stored && rendering) await setRendering(collections, ref, rendering)
        return stored
      }),

    findEqual: imageKey => use(collections => findEqual(collections, imageKey)),

    // Copies the bytes: without transactions, the last user of shared bytes could not be determined.
    adopt: (ref, keys) =>
      use(async collections => {
        let first: Pick<Artifact, 'omitted'> | null = null
        for (const [variant, imageKey] of keys) {
          const equal = await findEqual(collections, imageKey)
          if (equal) {
            const { omitted } = equal
            const artifact = { ...equal, createdAt: new Date() }
            if (await put(collections, ref, variant, artifact, imageKey)) first ??= { omitted }
          }
          if (!first) return null
        }
        return first
      }),
  }
}
