/** Queries about the figures of versions. Can run in any thread. */

import type { DatabaseSync } from 'node:sqlite'
import type { GraphId } from '../../../domain/ids.ts'
import { type FigureRow, type FigureRows, packedColumns } from '../tables/rows.ts'
import { atOneMoment, type DatedPlace, type VersionPlaces } from '../tables/version-places.ts'

/** Null if the uncompressed texts are larger than the parameter. */
const bodyColumn = 'CASE WHEN data_bytes + layout_bytes + ifnull(frames_bytes, 0) <= ? THEN body END AS body'

export function createFigureReads(db: DatabaseSync, places: VersionPlaces) {
  const newest = db.prepare(
    `SELECT version, base, ${packedColumns}, ${bodyColumn}
     FROM graphs JOIN figures USING (seq) WHERE graph_id = ?`,
  )
  const base = db.prepare(`SELECT ${packedColumns}, ${bodyColumn} FROM figures WHERE seq = ?`)
  const past = db.prepare(
    `SELECT ${packedColumns}, ${bodyColumn} FROM past_figures WHERE seq = ? AND version = ?`,
  )
  const appendBytes = db.prepare(
    'SELECT ifnull(sum(length(body)), 0) AS n FROM appends WHERE seq = ? AND version > ? AND version <= ?',
  )
  const appends = db.prepare(
    'SELECT version, made_at, body FROM appends WHERE seq = ? AND version > ? AND version <= ? ORDER BY version',
  )

  return {
    /** The figure of a version (default: the newest). `body` and `appends` are null if they are larger than `maxBytes`. */
    figure(graphId: GraphId, version: number | null, kept: number, maxBytes: number): FigureRows | null {
      // Most graphs have never changed and need only this query.
      const row = newest.get(maxBytes, graphId) as (FigureRow & DatedPlace) | undefined
      if (!row) return null
      if (row.version === row.base && (version ?? row.version) === row.base) {
        return { base: row.base, figure: row, appends: [] }
      }
      return atOneMoment(db, () => {
        const at = places.find(graphId)
        const wanted = version ?? at?.version ?? 0
        const from = at && places.ofVersion(graphId, wanted, kept) && places.baseOf(at, wanted)
        if (!at || !from) return null
        const figure = (
          from.replaced ? past.get(maxBytes, at.seq, from.version) : base.get(maxBytes, at.seq)
        ) as FigureRow
        const bytes = Number(appendBytes.get(at.seq, from.version, wanted)?.n)
        if (bytes > maxBytes) return { base: from.version, figure, appends: null }
        const rows = appends.all(at.seq, from.version, wanted)
        // If a version in between was pruned, so were the later appends to the same figure.
        if (rows.length !== wanted - from.version) return null
        return {
          base: from.version,
          figure,
          appends: rows.map(each => each.body as Uint8Array),
        }
      })
    },

    /** The segments appended after a version; null if the figure was replaced since. */
    appendedSince: (graphId: GraphId, version: number): Uint8Array[] | null =>
      atOneMoment(db, () => {
        const at = places.find(graphId)
        if (!at || version < at.base) return null
        return appends.all(at.seq, version, at.version).map(row => row.body as Uint8Array)
      }),
  }
}
