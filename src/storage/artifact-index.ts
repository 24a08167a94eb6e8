/** The rows of artifacts in a database. If their bytes are kept elsewhere, a row contains a pointer instead. */

import { asBuffer } from '../bytes.ts'
import type { Artifact, Rendering, VersionRef } from '../domain/graph/graph.ts'
import type { ArtifactStore } from '../domain/ports.ts'

export interface IndexedArtifact extends Artifact {
  /** The size of the image if `bytes` is a pointer. The limit on variants counts it. */
  readonly size?: number
}

export interface ArtifactIndex extends ArtifactStore {
  put(
    ref: VersionRef,
    variant: string,
    artifact: IndexedArtifact,
    imageKey?: string,
    rendering?: Rendering,
  ): Promise<boolean>
}

/** The location of an image, stored instead of its bytes. */
export interface Pointer {
  readonly key: string
  readonly size: number
}

/** Marks a pointer. No image begins with these bytes. */
const mark = Buffer.from('plotgate:object:')

/** The bytes of a row whose image is elsewhere. */
export const pointerTo = ({ key, size }: Pointer): Uint8Array =>
  Buffer.concat([mark, Buffer.from(JSON.stringify({ key, size }))])

/** Null if the bytes are the image itself. */
export function readPointer(bytes: Uint8Array): Pointer | null {
  const text = asBuffer(bytes)
  if (!text.subarray(0, mark.byteLength).equals(mark)) return null
  return JSON.parse(text.toString('utf8', mark.byteLength))
}

/** For a store that keeps images in its database: images that another configuration has put elsewhere count as absent. */
export function withoutPointers(index: ArtifactIndex): ArtifactIndex {
  const here = <A extends Artifact>(found: A | null): A | null =>
    found && readPointer(found.bytes) === null ? found : null
  return {
    ...index,
    get: async (ref, variant) => here(await index.get(ref, variant)),
    getOlder: async (ref, variant) => here(await index.getOlder(ref, variant)),
    findEqual: async imageKey => here(await index.findEqual(imageKey)),
  }
}
