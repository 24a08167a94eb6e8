/** The documents of images, and of the chunks of values that are too large for one document. */

import type { Artifact, VersionRef } from '../../../domain/graph/graph.ts'
import type { GraphId } from '../../../domain/ids.ts'
import { artifactName } from '../../artifact-name.ts'

/** The chunks of one value. */
export interface ChunkSet {
  readonly set: string
  readonly count: number
}

export interface ArtifactDoc extends Omit<Artifact, 'drawnBy' | 'omitted'> {
  /** graph_id/variant */
  readonly _id: string
  readonly graphId: GraphId
  /** 1 if missing. */
  readonly version?: number
  /** The image's key, omitted remote addresses and release; null or missing if unknown. */
  readonly imageKey?: string | null
  readonly omitted?: readonly string[] | null
  readonly drawnBy?: string | null
  /** Whether it was made at creation and is kept as long as the graph. */
  readonly lasting: boolean
  readonly size: number
  readonly schema?: number
  /** The chunks with the bytes if there are many; missing in the first schema. */
  readonly chunks?: ChunkSet | null
}

/**
 * The artifact that has the image with a key, in a collection sharded by the key, because every create looks for an equal
 * image. The artifact may be gone.
 */
export interface ImageKeyDoc {
  readonly _id: string
  readonly artifactId: string
  readonly graphId: GraphId
  readonly writtenAt: Date
}

export interface ChunkDoc {
  /** set/number */
  readonly _id: string
  /** The graph that the value belongs to. The collection is sharded by it. */
  readonly graphId: GraphId
  readonly set: string
  readonly n: number
  readonly bytes: Uint8Array
  /** Recent chunks are not treated as orphans, because their graph may not be written yet. */
  readonly writtenAt: Date
}

/** The `_id` of an artifact's document. */
export const artifactId = ({ graphId, version }: VersionRef, variant: string): string =>
  `${graphId}/${artifactName(version, variant)}`
