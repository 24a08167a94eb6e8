/** Queries about the versions of a graph. Can run in any thread. */

import type { DatabaseSync } from 'node:sqlite'
import type { GraphId } from '../../domain/ids.ts'
import type { ClaimedChange } from '../../domain/ports.ts'
import { type FigureRow, type FigureRows, type GraphRow, graphColumns, packedColumns } from './rows.ts'

export type StampRow = {
  readonly version: number
  readonly made_at: number
}

/** Null if the uncompressed texts are larger than the parameter. */
const bodyColumn = 'CASE WHEN data_bytes + layout_bytes + ifnull(frames_bytes, 0) <= ? THEN body END AS body'

type Place = { seq: number; version: number; base: number; made_at: number }

export function createVersionReads(db: DatabaseSync) {
  const place = db.prepare(
    `SELECT seq, version, base, coalesce(made_at, created_at) AS made_at
     FROM graphs JOIN figures USING (seq) WHERE graph_id = ?`,
  )
  const newest = db.prepare(
    `SELECT version, base, ${packedColumns}, ${bodyColumn}
     FROM graphs JOIN figures USING (seq) WHERE graph_id = ?`,
  )
  const base = db.prepare(`SELECT ${packedColumns}, ${bodyColumn} FROM figures WHERE seq = ?`)
  const pastBase = db.prepare(
    `SELECT version, made_at, title, trace_types, warnings FROM past_figures WHERE seq = ? AND version <= ?
     ORDER BY version DESC LIMIT 1`,
  )
  const past = db.prepare(
    `SELECT ${packedColumns}, ${bodyColumn} FROM past_figures WHERE seq = ? AND version = ?`,
  )
  const graph = db.prepare(`SELECT ${graphColumns} FROM graphs WHERE seq = ?`)
  const appendBytes = db.prepare(
    'SELECT ifnull(sum(length(body)), 0) AS n FROM appends WHERE seq = ? AND version > ? AND version <= ?',
  )
  const appends = db.prepare(
    'SELECT version, made_at, body FROM appends WHERE seq = ? AND version > ? AND version <= ? ORDER BY version',
  )
  const stamps = db.prepare(
    `SELECT version, made_at FROM appends WHERE seq = ?1 AND version >= ?2
     UNION ALL SELECT version, made_at FROM past_figures WHERE seq = ?1 AND version >= ?2
     ORDER BY version DESC`,
  )
  const claim = db.prepare(
    'SELECT graph_id AS graphId, body_hash AS bodyHash, version FROM claims WHERE claim_id = ? AND expires_at > ?',
  )

  /** Runs several reads on one snapshot. */
  function atOneMoment<T>(read: () => T): T {
    if (db.isTransaction) return read()
    db.exec('BEGIN')
    try {
      return read()
    } finally {
      db.exec('COMMIT')
    }
  }

  /** The figure that a version is based on: the newest one, or one that was replaced. */
  function baseOf(at: Place, version: number): (StampRow & { readonly replaced: boolean }) | null {
    if (version >= at.base) return { version: at.base, made_at: at.made_at, replaced: false }
    const row = pastBase.get(at.seq, version) as StampRow | undefined
    return row ? { ...row, replaced: true } : null
  }

  /** The graph's place, if the version is within the kept range. */
  function placeOf(graphId: GraphId, version: number, kept: number): Place | null {
    const at = place.get(graphId) as Place | undefined
    return at && version <= at.version && version >= at.version - kept ? at : null
  }

  return {
    findVersion: (graphId: GraphId, version: number, kept: number): GraphRow | null =>
      atOneMoment(() => {
        const at = placeOf(graphId, version, kept)
        const from = at && baseOf(at, version)
        if (!at || !from) return null
        const row = graph.get(at.seq) as GraphRow
        if (version === at.version) return row
        const [step] =
          version === from.version ? [from] : (appends.all(at.seq, version - 1, version) as StampRow[])
        if (!step) return null
        const { title, trace_types, warnings } = from.replaced
          ? (pastBase.get(at.seq, version) as GraphRow)
          : row
        // Only the rendering state of the newest version is stored.
        const unknown = { status: 'pending', error: null, omitted: '[]' }
        return { ...row, title, trace_types, warnings, ...unknown, version, updated_at: step.made_at }
      }),

    versions: (graphId: GraphId, kept: number): StampRow[] =>
      atOneMoment(() => {
        const at = place.get(graphId) as Place | undefined
        if (!at) return []
        const oldest = at.version - kept
        const rows = stamps.all(at.seq, oldest) as StampRow[]
        if (at.base < oldest) return rows
        const first = { version: at.base, made_at: at.made_at }
        return [
          ...rows.filter(row => row.version > at.base),
          first,
          ...rows.filter(row => row.version < at.base),
        ]
      }),

    /** The figure of a version (default: the newest). `body` and `appends` are null if they are larger than `maxBytes`. */
    figure(graphId: GraphId, version: number | null, kept: number, maxBytes: number): FigureRows | null {
      // Most graphs have never changed and need only this query.
      const row = newest.get(maxBytes, graphId) as (FigureRow & Place) | undefined
      if (!row) return null
      if (row.version === row.base && (version ?? row.version) === row.base) {
        return { base: row.base, figure: row, appends: [] }
      }
      return atOneMoment(() => {
        const at = place.get(graphId) as Place | undefined
        const wanted = version ?? at?.version ?? 0
        const from = at && placeOf(graphId, wanted, kept) && baseOf(at, wanted)
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
      atOneMoment(() => {
        const at = place.get(graphId) as Place | undefined
        if (!at || version < at.base) return null
        return appends.all(at.seq, version, at.version).map(row => row.body as Uint8Array)
      }),

    claimed: (claimId: string, now: number): ClaimedChange | null =>
      (claim.get(claimId, now) as ClaimedChange | undefined) ?? null,
  }
}
