/** The stored images, the last used ones in memory. */

import { LRUCache } from 'lru-cache'
import type { Artifact, VersionRef } from '../graph/graph.ts'
import type { GraphId } from '../ids.ts'
import type { Store } from '../ports.ts'
import { type ImageSpec, variantOf } from './look.ts'

export interface ArtifactCache {
  /** The image, if it exists already. */
  find(ref: VersionRef, spec: ImageSpec): Promise<Artifact | null>
  /** Whether the image is in memory. */
  holds(ref: VersionRef, spec: ImageSpec): boolean
  /** Keeps an image that was stored just now in memory. */
  remember(ref: VersionRef, spec: ImageSpec, artifact: Artifact): void
  evict(graphId: GraphId): void
}

/** Unique per version and spec. */
const nameOf = ({ version }: VersionRef, spec: ImageSpec) => `${version} ${variantOf(spec)}`

export function createArtifactCache(
  { artifacts }: Pick<Store, 'artifacts'>,
  memoryBytes: number,
): ArtifactCache {
  // Grouped by graph, so that evicting one is one delete.
  const memory = new LRUCache<string, ReadonlyMap<string, Artifact>>({
    maxSize: memoryBytes,
    sizeCalculation: ofGraph =>
      [...ofGraph.values()].reduce((sum, each) => sum + each.bytes.byteLength + 256, 1),
  })

  function remember(ref: VersionRef, spec: ImageSpec, artifact: Artifact): void {
    const { graphId } = ref
    memory.set(graphId, new Map(memory.get(graphId)).set(nameOf(ref, spec), artifact))
  }

  const recall = (ref: VersionRef, spec: ImageSpec) => memory.get(ref.graphId)?.get(nameOf(ref, spec))

  return {
    async find(ref, spec) {
      const recalled = recall(ref, spec)
      if (recalled) return recalled
      const stored = await artifacts.get(ref, variantOf(spec))
      if (stored) remember(ref, spec, stored)
      return stored
    },
    holds: (ref, spec) => recall(ref, spec) !== undefined,
    remember,
    evict: graphId => void memory.delete(graphId),
  }
}
