/** Gives a version the images of an equal figure, whose bytes are then stored once. Within a transaction. */

import type { DatabaseSync } from 'node:sqlite'
import type { GraphId } from '../../../domain/ids.ts'
import { artifactName } from '../../artifact-name.ts'
import type { NewArtifact } from './artifact-writes.ts'

/** A variant that a version is to get, and the key of an equal image. */
export interface Adoption {
  readonly variant: string
  readonly lasting: boolean
  readonly imageKey: string
}

export function createArtifactAdoption(db: DatabaseSync) {
  const find = db.prepare('SELECT artifact_id, image_id, omitted FROM artifacts WHERE image_key = ? LIMIT 1')
  const moveBytes = db.prepare('INSERT INTO images (bytes) SELECT bytes FROM artifacts WHERE artifact_id = ?')
  const refer = db.prepare("UPDATE artifacts SET image_id = ?, bytes = x'' WHERE artifact_id = ?")
  const adopt = db.prepare(
    `INSERT INTO artifacts (seq, version, variant, lasting, created_at, size, etag, bytes, image_key, omitted, drawn_by, image_id)
     SELECT graphs.seq, ?2, ?3, ?4 AND graphs.version = ?2, ?5, size, etag, x'', image_key, artifacts.omitted, drawn_by, image_id
     FROM graphs, artifacts
     WHERE graph_id = ?1 AND ?2 BETWEEN graphs.version - ?6 AND graphs.version AND artifact_id = ?7
     ON CONFLICT (seq, variant) DO UPDATE SET lasting = excluded.lasting`,
  )

  return {
    /** Returns the `omitted` of the first image; null if there is none or the version is gone. */
    adopt(
      graphId: GraphId,
      version: number,
      kept: number,
      adoptions: readonly Adoption[],
      now: number,
    ): Pick<NewArtifact, 'omitted'> | null {
      let first: Pick<NewArtifact, 'omitted'> | null = null
      for (const { variant, lasting, imageKey } of adoptions) {
        const equal = find.get(imageKey)
        if (equal) {
          const { artifact_id: id, image_id: image, omitted } = equal
          if (image === null) refer.run(moveBytes.run(id as number).lastInsertRowid, id as number)
          const name = artifactName(version, variant)
          const { changes } = adopt.run(graphId, version, name, Number(lasting), now, kept, id as number)
          if (changes) first ??= { omitted: omitted as string | null }
        }
        if (!first) return null
      }
      return first
    },
  }
}
