/** Changes existing graphs: replaces or appends to a figure. All functions must be called within a transaction. */

import type { DatabaseSync } from 'node:sqlite'
import type { GraphId } from '../../domain/ids.ts'
import type { ChangeOutcome } from '../../domain/ports.ts'
import type { PackedFigure } from '../figure-codec.ts'
import { foldTitle } from '../fold.ts'
import { type FoldState, isWorthFolding } from '../folding.ts'
import { type ClaimRow, type GraphRow, packedColumns, packedValues } from './rows.ts'
import { createVersionPruning, type VersionPlace } from './version-pruning.ts'

/** A packed segment, which makes one version. */
export interface AppendRow {
  readonly madeAt: number
  readonly body: Uint8Array
  readonly claim: ClaimRow | null
}

/** `fold`: the version up to which the appends should now be folded into the figure. */
export type AppendAnswer = ChangeOutcome & { readonly fold?: number }

/** The length of the tail is checked every so many versions, and after each large append. */
const lookEvery = 64
const largeAppend = 64 * 1024

export function createVersionWrites(db: DatabaseSync) {
  const prune = createVersionPruning(db)
  const find = db.prepare('SELECT seq, version, base FROM graphs WHERE graph_id = ?')
  const findClaim = db.prepare('SELECT 1 FROM claims WHERE claim_id = ? AND expires_at > ?')
  const putClaim = db.prepare(
    'INSERT OR REPLACE INTO claims (claim_id, body_hash, graph_id, expires_at, version) VALUES (?, ?, ?, ?, ?)',
  )
  const keepFigure = db.prepare(
    `INSERT INTO past_figures (seq, version, made_at, title, trace_types, warnings, ${packedColumns}, body)
     SELECT seq, base, coalesce(made_at, created_at), title, trace_types, warnings, ${packedColumns}, body
     FROM graphs JOIN figures USING (seq) WHERE seq = ?`,
  )
  const setFigure = db.prepare(
    `UPDATE figures SET made_at = ?, encoding = ?, layout_prefix = ?, data_bytes = ?, layout_bytes = ?,
       frames_bytes = ?, body = ? WHERE seq = ?`,
  )
  const setGraph = db.prepare(
    `UPDATE graphs SET version = ?1, base = ?1, updated_at = ?2, title = ?3, title_folded = ?4, trace_types = ?5,
       warnings = ?6, status = ?7, error = ?8, omitted = ?9, expires_at = ?10 WHERE seq = ?11`,
  )
  const insertAppend = db.prepare('INSERT INTO appends (seq, version, made_at, body) VALUES (?, ?, ?, ?)')
  const moveOn = db.prepare(
    `UPDATE graphs SET version = ?, updated_at = ?, status = 'pending', error = NULL, omitted = '[]' WHERE seq = ?`,
  )
  const tail = db.prepare(
    `SELECT count(*) AS count, ifnull(sum(length(body)), 0) AS bytes,
       (SELECT data_bytes FROM figures WHERE seq = ?1) AS figure_bytes
     FROM appends WHERE seq = ?1 AND version > ?2 AND version <= ?3`,
  )
  const setBase = db.prepare('UPDATE graphs SET base = ? WHERE seq = ?')
  const madeAt = db.prepare('SELECT made_at FROM appends WHERE seq = ? AND version = ?')
  const dropFolded = db.prepare('DELETE FROM appends WHERE seq = ? AND version > ? AND version <= ?')

  const isClaimed = (claim: ClaimRow | null) =>
    claim !== null && findClaim.get(claim.id, Date.now()) !== undefined

  function claimFor(claim: ClaimRow | null, graphId: GraphId, version: number): void {
    if (claim) putClaim.run(claim.id, claim.bodyHash, graphId, claim.expiresAt, version)
  }

  return {
    replace(
      row: GraphRow,
      figure: PackedFigure,
      from: number | null,
      claim: ClaimRow | null,
      kept: number,
    ): ChangeOutcome {
      const at = find.get(row.graph_id) as VersionPlace | undefined
      if (!at) return { kind: 'absent' }
      if ((from !== null && from !== at.version) || isClaimed(claim)) return { kind: 'stale' }
      const { seq } = at
      const version = at.version + 1
      keepFigure.run(seq)
      setFigure.run(row.updated_at, ...packedValues(figure), seq)
      const { title, trace_types, warnings, status, error, omitted, expires_at } = row
      setGraph.run(
        version,
        row.updated_at,
        title,
        foldTitle(title),
        trace_types,
        warnings,
        status,
        error,
        omitted,
        expires_at,
        seq,
      )
      claimFor(claim, row.graph_id, version)
      prune({ seq, version, base: version }, kept)
      return { kind: 'changed', version }
    },

    append(graphId: GraphId, from: number, rows: readonly AppendRow[], kept: number): AppendAnswer {
      const at = find.get(graphId) as VersionPlace | undefined
      if (!at) return { kind: 'absent' }
      if (from !== at.version || rows.some(({ claim }) => isClaimed(claim))) return { kind: 'stale' }
      const { seq, base } = at
      let version = from
      for (const { madeAt: at, body, claim } of rows) {
        version++
        insertAppend.run(seq, version, at, body)
        claimFor(claim, graphId, version)
      }
      moveOn.run(version, rows.at(-1)?.madeAt ?? Date.now(), seq)
      prune({ seq, version, base }, kept)
      const look =
        Math.floor(version / lookEvery) > Math.floor(from / lookEvery) ||
        rows.some(({ body }) => body.byteLength >= largeAppend)
      if (!look || version - kept <= base) return { kind: 'changed', version }
      const { count, bytes, figure_bytes } = tail.get(seq, base, version - kept) as Record<string, number>
      const state: FoldState = { count: count ?? 0, bytes: bytes ?? 0, figureBytes: figure_bytes ?? 0 }
      return { kind: 'changed', version, ...(isWorthFolding(state) && { fold: version - kept }) }
    },

    /** Replaces the figure at `base`, and what was appended to it up to `to`, by one figure. False if the base has changed. */
    fold(graphId: GraphId, base: number, to: number, figure: PackedFigure): boolean {
      const at = find.get(graphId) as VersionPlace | undefined
      const made = at && madeAt.get(at.seq, to)
      if (!at || !made || at.base !== base) return false
      setFigure.run(Number(made.made_at), ...packedValues(figure), at.seq)
      dropFolded.run(at.seq, base, to)
      setBase.run(to, at.seq)
      return true
    },
  }
}
