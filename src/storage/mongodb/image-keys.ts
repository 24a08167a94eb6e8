/** Which artifact has the image of a key. */

import type { GraphId } from '../../domain/ids.ts'
import type { ArtifactDoc } from './artifact-documents.ts'
import type { Collections } from './documents.ts'
import { retryDuplicate } from './errors.ts'

/** The newest counts: its graph is the least likely to go soon. */
export async function noteImageKey(
  { imageKeys }: Collections,
  imageKey: string,
  { _id: artifactId, graphId }: Pick<ArtifactDoc, '_id' | 'graphId'>,
): Promise<void> {
  const $set = { artifactId, graphId, writtenAt: new Date() }
  await retryDuplicate(() => imageKeys.updateOne({ _id: imageKey }, { $set }, { upsert: true }))
}

/** Of these graphs alone: another may have an equal image. */
export async function forgetImageKeys(
  { imageKeys }: Collections,
  keys: readonly string[],
  graphIds: readonly GraphId[],
): Promise<void> {
  if (keys.length === 0) return
  await imageKeys.deleteMany({ _id: { $in: [...keys] }, graphId: { $in: [...graphIds] } })
}

/** Before their artifacts go: those know the keys. */
export async function forgetImageKeysOf(
  collections: Collections,
  graphIds: readonly GraphId[],
): Promise<void> {
  const docs = await collections.artifacts
    .find({ graphId: { $in: [...graphIds] } }, { projection: { imageKey: 1 } })
    .toArray()
  const keys = docs.flatMap(({ imageKey }) => imageKey ?? [])
  await forgetImageKeys(collections, [...new Set(keys)], graphIds)
}
