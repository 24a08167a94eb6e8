/** What the store has of a job: who waits reads it there, since it is the truth and the queue only a way to it. */

import type { Artifact } from '../domain/graph/graph.ts'
import type { ImageFormat } from '../domain/image/formats.ts'
import { variantOf } from '../domain/image/look.ts'
import type { RenderJob } from '../domain/image/ports.ts'
import type { Store } from '../domain/ports.ts'

export type Artifacts = ReadonlyMap<ImageFormat, Artifact>

/** Every format of the job; null while one is missing. */
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
