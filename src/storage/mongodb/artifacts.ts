/** Artifacts in MongoDB. */

import type { Artifact, VersionRef } from '../../domain/graph/graph.ts'
import type { ArtifactIndex } from '../artifact-index.ts'
import { putArtifact } from './artifact-writes.ts'
import { loadBytes, readWhole } from './chunks.ts'
import type { Connection } from './connection/connection.ts'
import { type ArtifactDoc, artifactId } from './documents/artifact-documents.ts'
import type { Collections } from './documents/documents.ts'
import { setRendering } from './rendering.ts'

export function createArtifacts({ use }: Connection, versionsKept: number): ArtifactIndex {
  return {
    get: (ref, variant) =>
      use(collections =>
        readWhole(
          () => collections.artifacts.findOne({ _id: artifactId(ref, variant), graphId: ref.graphId }),
          doc => toArtifact(collections, doc),
        ),
      ),

    getOlder: (ref, variant) => use(collections => readOlder(collections, ref, variant, versionsKept)),

    put: (ref, variant, artifact, imageKey, rendering) =>
      use(async collections => {
        const stored = await putArtifact(collections, { ref, variant, imageKey }, artifact, versionsKept)
        if (stored && rendering) await setRendering(collections, ref, rendering)
        return stored
      }),

    findEqual: imageKey => use(collections => findEqual(collections, imageKey)),

    adopt: (ref, keys) => use(collections => adopt(collections, ref, keys, versionsKept)),
  }
}

/** The artifact of the newest kept version before that one. */
async function readOlder(
  collections: Collections,
  { graphId, version }: VersionRef,
  variant: string,
  versionsKept: number,
): Promise<(Artifact & Pick<VersionRef, 'version'>) | null> {
  // Looks up a few documents by id, so that the server need not sort.
  const older = Array.from({ length: Math.min(versionsKept, version - 1) }, (_, i) => version - 1 - i)
  const names = new Map(older.map(each => [artifactId({ graphId, version: each }, variant), each]))
  const _id = { $in: [...names.keys()] }
  const found = await collections.artifacts.find({ _id, graphId }, { projection: { _id: 1 } }).toArray()
  const newest = Math.max(0, ...found.map(doc => names.get(doc._id) ?? 0))
  if (newest === 0) return null
  const doc = await collections.artifacts.findOne({
    _id: artifactId({ graphId, version: newest }, variant),
    graphId,
  })
  const artifact = doc && (await toArtifact(collections, doc))
  return artifact && { ...artifact, version: newest }
}

/** Copies the bytes: without transactions, the last user of shared bytes could not be determined. */
async function adopt(
  collections: Collections,
  ref: VersionRef,
  keys: ReadonlyMap<string, string>,
  versionsKept: number,
): Promise<Pick<Artifact, 'omitted'> | null> {
  let first: Pick<Artifact, 'omitted'> | null = null
  for (const [variant, imageKey] of keys) {
    const equal = await findEqual(collections, imageKey)
    if (equal) {
      const artifact = { ...equal, createdAt: new Date() }
      const stored = await putArtifact(collections, { ref, variant, imageKey }, artifact, versionsKept)
      if (stored) first ??= { omitted: equal.omitted }
    }
    if (!first) return null
  }
  return first
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
