/** Finds the artifact that has the image with a key. */

import type { GraphId } from '../../domain/ids.ts'
import { retryDuplicate } from './connection/errors.ts'
import type { ArtifactDoc } from './documents/artifact-documents.ts'
import type { Collections } from './documents/documents.ts'

/** Overwrites an older entry, because the newest graph is the least likely to be deleted soon. */
export async function noteImageKey(
  { imageKeys }: Collections,
  imageKey: string,
  { _id: artifactId, graphId }: Pick<ArtifactDoc, '_id' | 'graphId'>,
): Promise<void> {
  const $set = { artifactId, graphId, writtenAt: new Date() }
  await retryDuplicate(() => imageKeys.updateOne({ _id: imageKey }, { $set }, { upsert: true }))
}

/** Removes the keys of artifacts that are removed. Keys under which another graph has an equal image stay. */
export async function forgetImageKeys(
  { imageKeys }: Collections,
  artifacts: readonly Pick<ArtifactDoc, '_id' | 'imageKey'>[],
): Promise<void> {
  const keyed = artifacts.filter(({ imageKey }) => imageKey)
  if (keyed.length === 0) return
  await imageKeys.deleteMany({
    _id: { $in: keyed.map(({ imageKey }) => imageKey!) },
    artifactId: { $in: keyed.map(({ _id }) => _id) },
  })
}

/** Must be called before the artifacts are removed, because they contain the keys. */
export async function forgetImageKeysOf(
  collections: Collections,
  graphIds: readonly GraphId[],
): Promise<void> {
  const docs = await collections.artifacts
    .find({ graphId: { $in: [...graphIds] } }, { projection: { imageKey: 1 } })
    .toArray()
  await forgetImageKeys(collections, docs)
}
