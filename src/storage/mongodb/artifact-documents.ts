/** The documents of images, and of the pieces of what is too large for one. */

import type { Artifact } from '../../domain/graph/graph.ts'
import type { GraphId } from '../../domain/ids.ts'

/** One value's chunks. */
export interface ChunkSet {
  readonly set: string
  readonly count: number
}

export interface ArtifactDoc extends Omit<Artifact, 'drawnBy'> {
  /** graph_id/variant */
  readonly _id: string
  readonly graphId: GraphId
  /** Missing: 1. */
  readonly version?: number
  /** What it was drawn of, and without, and by which release; null or missing where that is not known. */
  readonly imageKey?: string | null
  readonly omitted?: readonly string[]
  readonly drawnBy?: string | null
  /** Made at creation, kept as long as the graph. */
  readonly lasting: boolean
  readonly size: number
  readonly schema?: number
  /** Where `bytes` are when they are many; missing in the first schema. */
  readonly chunks?: ChunkSet | null
}

/**
 * Where an image of that key is, in a collection sharded by the key: whether there is an equal image is asked by every
 * create. It may name an artifact that is gone.
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
  /** Whose value it is; `chunks` is sharded by it. */
  readonly graphId: GraphId
  readonly set: string
  readonly n: number
  readonly bytes: Uint8Array
  /** One without a graph is an orphan only after a while. */
  readonly writtenAt: Date
}
