/**
 * Keeps images in a bucket, each with a row in the database that says which version it belongs to and counts towards the
 * limits. An object is written once, before its row, and removed after it. So a reader who finds a row finds the complete
 * image, or none if the graph is being deleted.
 */

import type { Artifact, Rendering, VersionRef } from '../../domain/graph/graph.ts'
import { type ArtifactIndex, pointerTo, readPointer } from '../artifact-index.ts'
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
    key: string,
    size: number,
    ref: VersionRef,
    variant: string,
    artifact: Omit<Artifact, 'bytes'>,
    imageKey: string | undefined,
    rendering?: Rendering,
  ): Promise<boolean> {
    const { etag, createdAt, drawnBy, omitted } = artifact
    const row = { bytes: pointerTo({ key, size }), size, etag, createdAt, drawnBy, omitted }
    const kept = await index.put(ref, variant, row, imageKey, rendering)
    // If removing fails, the sweep finds the object.
    if (!kept) await bucket.remove(key).catch(() => {})
    return kept
  }

  const put: ArtifactIndex['put'] = async (ref, variant, artifact, imageKey, rendering) => {
    const key = newKey(ref, variant)
    await bucket.put(key, artifact.bytes)
    return keep(key, artifact.bytes.byteLength, ref, variant, artifact, imageKey, rendering)
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
    return (await keep(key, pointer.size, ref, variant, artifact, imageKey)) ? { omitted } : null
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
