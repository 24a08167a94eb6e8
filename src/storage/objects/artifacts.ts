/**
 * Keeps images in a bucket, each with a row in the database that says which version it belongs to and counts towards the
 * limits. An object is written once, before its row, and removed after it. So a reader who finds a row finds the complete
 * image, or none if the graph is being deleted.
 */

import type { Artifact, VersionRef } from '../../domain/graph/graph.ts'
import { type ArtifactIndex, type Pointer, pointerTo, readPointer } from '../artifact-index.ts'
import type { Bucket } from './bucket.ts'
import { newKey } from './keys.ts'

export function createObjectArtifacts(index: ArtifactIndex, bucket: Bucket): ArtifactIndex {
  async function whole<A extends Artifact>(found: A | null): Promise<A | null> {
    const pointer = found && readPointer(found.bytes)
    // An earlier configuration kept this image in the database.
    if (!found || !pointer) return found
    const bytes = await bucket.get(pointer.key)
    return bytes && { ...found, bytes }
  }

  /** Inserts the row of an object that was just written. Returns false if the version is gone. */
  async function keep(
    pointer: Pointer,
    ...[ref, variant, artifact, ...rest]: Parameters<ArtifactIndex['put']>
  ): Promise<boolean> {
    const { etag, createdAt, drawnBy, omitted } = artifact
    const row = { bytes: pointerTo(pointer), size: pointer.size, etag, createdAt, drawnBy, omitted }
    const kept = await index.put(ref, variant, row, ...rest)
    // If removing fails, the sweep finds the object.
    if (!kept) await bucket.remove(pointer.key).catch(() => {})
    return kept
  }

  const put: ArtifactIndex['put'] = async (ref, variant, artifact, ...rest) => {
    const { bytes } = artifact
    const key = newKey(ref, variant)
    await bucket.put(key, bytes)
    return keep({ key, size: bytes.byteLength }, ref, variant, artifact, ...rest)
  }

  /** Copies the object, because each is removed together with its graph. */
  async function adoptOne(ref: VersionRef, variant: string, imageKey: string) {
    const equal = await index.findEqual(imageKey)
    if (!equal) return null
    const { omitted } = equal
    const artifact = { ...equal, createdAt: new Date() }
    const pointer = readPointer(equal.bytes)
    if (!pointer) return (await put(ref, variant, artifact, imageKey)) ? { omitted } : null
    const key = newKey(ref, variant)
    if (!(await bucket.copy(pointer.key, key))) return null
    const copy = { key, size: pointer.size }
    return (await keep(copy, ref, variant, artifact, imageKey)) ? { omitted } : null
  }

  return {
    get: async (ref, variant) => whole(await index.get(ref, variant)),
    getOlder: async (ref, variant) => whole(await index.getOlder(ref, variant)),
    findEqual: async imageKey => whole(await index.findEqual(imageKey)),
    put,
    async adopt(ref, keys) {
      let first: Pick<Artifact, 'omitted'> | null = null
      for (const [variant, imageKey] of keys) {
        const adopted = await adoptOne(ref, variant, imageKey)
        first ??= adopted
        if (!first) return null
      }
      return first
    },
  }
}
