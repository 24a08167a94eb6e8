/** Writes artifacts. All functions must be called within a transaction. */

import type { DatabaseSync } from 'node:sqlite'
import type { GraphId } from '../../../domain/ids.ts'
import { artifactName } from '../../artifact-name.ts'
import type { GraphRow } from '../tables/rows.ts'

export interface NewArtifact {
  readonly lasting: boolean
  readonly createdAt: number
  readonly etag: string
  readonly bytes: Uint8Array
  readonly size: number
  readonly imageKey: string | null
  /** A JSON array; null if it was not recorded. */
  readonly omitted: string | null
  readonly drawnBy: string | null
}

type RenderingRow = Pick<GraphRow, 'status' | 'error' | 'omitted'>

export function createArtifactWrites(db: DatabaseSync) {
  const put = db.prepare(
    `INSERT INTO artifacts (seq, version, variant, lasting, created_at, size, etag, bytes, image_key, omitted, drawn_by)
     SELECT seq, ?2, ?3, ?4 AND version = ?2, ?5, ?6, ?7, ?8, ?9, ?10, ?12
     FROM graphs WHERE graph_id = ?1 AND ?2 BETWEEN version - ?11 AND version
     ON CONFLICT (seq, variant) DO UPDATE SET
       lasting = excluded.lasting, created_at = excluded.created_at, size = excluded.size,
       etag = excluded.etag, bytes = excluded.bytes, image_key = excluded.image_key, omitted = excluded.omitted,
       drawn_by = excluded.drawn_by, image_id = NULL`,
  )
  const writeRendering = db.prepare(
    `UPDATE graphs SET status = ?, error = ?, omitted = ?
     WHERE graph_id = ? AND version = ? AND status <> 'ready'`,
  )

  function setRendering(graphId: GraphId, version: number, row: RenderingRow): void {
    writeRendering.run(row.status, row.error, row.omitted, graphId, version)
  }

  return {
    setRendering,

    putArtifact(
      graphId: GraphId,
      version: number,
      variant: string,
      kept: number,
      artifact: NewArtifact,
      rendering: RenderingRow | null,
    ): boolean {
      const { lasting, createdAt, etag, bytes, size, imageKey, omitted, drawnBy } = artifact
      const name = artifactName(version, variant)
      const { changes } = put.run(
        graphId,
        version,
        name,
        Number(lasting),
        createdAt,
        size,
        etag,
        bytes,
        imageKey,
        omitted,
        kept,
        drawnBy,
      )
      const stored = Number(changes) > 0
      if (stored && rendering) setRendering(graphId, version, rendering)
      return stored
    },
  }
}
