/** Reads a job's artifacts from the store, which is the source of truth. The queue carries no stored images. */

import type { Artifact } from '../../domain/graph/graph.ts'
import type { ImageFormat } from '../../domain/image/formats.ts'
import { variantOf } from '../../domain/image/look.ts'
import type { Artifacts, RenderJob } from '../../domain/image/ports.ts'
import type { Store } from '../../domain/ports.ts'

/** The artifacts in all formats of the job; null if one is missing. */
export async function findArtifacts(
  store: Pick<Store, 'artifacts'>,
  job: RenderJob,
): Promise<Artifacts | null> {
  const artifacts = new Map<ImageFormat, Artifact>()
  for (const format of job.formats) {
    const artifact = await store.artifacts.get(job, variantOf({ ...job.look, format }))
    if (!artifact) return null
    artifacts.set(format, artifact)
  }
  return artifacts
}
