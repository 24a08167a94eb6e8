/** The state of a graph's rendering. */

import type { Rendering, VersionRef } from '../../domain/graph/graph.ts'
import { type Collections, toRendering } from './documents/documents.ts'

/** Has an effect only on the newest version while that is not ready. */
export async function setRendering(
  { graphs }: Collections,
  { graphId, version }: VersionRef,
  rendering: Rendering,
): Promise<void> {
  // First versions have no version field.
  const at = version === 1 ? { $exists: false } : version
  await graphs.updateOne(
    { _id: graphId, version: at, 'rendering.status': { $ne: 'ready' } },
    { $set: { rendering: toRendering(rendering) } },
  )
}
