/** Queries about artifacts. Can run in any thread. */

import type { GraphId } from '../../../domain/ids.ts'
import { artifactName } from '../../artifact-name.ts'
import type { ArtifactRow } from '../tables/rows.ts'
import type { Statements } from './statements.ts'

/** The bytes of an artifact, which may be shared with equal images. */
const bytesOf = `CASE WHEN image_id IS NULL THEN artifacts.bytes
  ELSE (SELECT images.bytes FROM images WHERE images.image_id = artifacts.image_id) END`

export function createArtifactReads(statement: Statements) {
  return {
    /** `bytes` is null if they are larger than `maxBytes`. */
    artifact: (graphId: GraphId, version: number, variant: string, maxBytes: number) =>
      statement(
        `SELECT version, created_at, etag, size, drawn_by, omitted,
           CASE WHEN size <= ? THEN ${bytesOf} END AS bytes
         FROM artifacts WHERE seq = (SELECT seq FROM graphs WHERE graph_id = ?) AND variant = ?`,
      ).get(maxBytes, graphId, artifactName(version, variant)) as ArtifactRow | undefined,

    /** The artifact of the newest kept version before that one. */
    olderArtifact: (graphId: GraphId, version: number, variant: string, kept: number) =>
      statement(
        `SELECT artifacts.version AS version, artifacts.created_at AS created_at, etag, size, drawn_by,
           artifacts.omitted AS omitted, ${bytesOf} AS bytes
         FROM artifacts JOIN graphs USING (seq)
         WHERE graph_id = ?1 AND artifacts.version < ?2 AND artifacts.version >= graphs.version - ?4
           AND variant = CASE artifacts.version WHEN 1 THEN ?3 ELSE artifacts.version || ':' || ?3 END
         ORDER BY artifacts.version DESC LIMIT 1`,
      ).get(graphId, version, variant, kept) as ArtifactRow | undefined,

    hasImage: (imageKey: string): boolean =>
      statement('SELECT 1 FROM artifacts WHERE image_key = ? LIMIT 1').get(imageKey) !== undefined,

    /** `bytes` is null if they are larger than `maxBytes`. */
    equalImage: (imageKey: string, maxBytes: number) =>
      statement(
        `SELECT version, created_at, etag, size, drawn_by, CASE WHEN size <= ? THEN ${bytesOf} END AS bytes, omitted
         FROM artifacts WHERE image_key = ? LIMIT 1`,
      ).get(maxBytes, imageKey) as ArtifactRow | undefined,

    /** The creation time of the newest evictable artifact beyond `maxBytes`, counting from the newest; null if none is. */
    overflow(maxBytes: number): number | null {
      const row = statement(
        `SELECT max(created_at) AS at FROM (
           SELECT created_at, sum(size) OVER (ORDER BY created_at DESC, artifact_id DESC) AS total
           FROM artifacts WHERE lasting = 0
         ) WHERE total > ?`,
      ).get(maxBytes)
      return row?.at == null ? null : Number(row.at)
    },
  }
}
