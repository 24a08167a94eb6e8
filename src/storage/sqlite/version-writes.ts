/** Changes of a graph that is there: another figure, or points appended to it. Each is called within a transaction. */

import type { DatabaseSync } from 'node:sqlite'
import type { VersionStamp } from '../../domain/graph/graph.ts'
import type { GraphId } from '../../domain/ids.ts'
import type { ChangeOutcome } from '../../domain/ports.ts'
import type { DumpItem } from '../backup/dump.ts'
import type { PackedFigure } from '../figure-codec.ts'
import { foldTitle } from '../fold.ts'
import { type FoldState, isWorthFolding } from '../folding.ts'
import type { ClaimRow, GraphRow } from './rows.ts'

/** A packed segment that makes one version. */
export interface AppendRow {
  readonly madeAt: number
  readonly body: Uint8Array
  readonly claim: ClaimRow | null
}

/** `fold`: what was appended is worth being folded into the figure, up to that version. */
export type AppendAnswer = ChangeOutcome & { readonly fold?: number }

/** How often the length of the tail is looked at, in versions; large appends are looked at each time. */
const lookEvery = 64
const largeAppend = 64 * 1024

type Place = { seq: number; version: number; base: number }

export function createVersionWrites(db: DatabaseSync) {
  const find = db.prepare('SELECT seq, version, base FROM graphs WHERE graph_id = ?')
  const findClaim = db.prepare('SELECT 1 FROM claims WHERE claim_id = ? AND expires_at > ?')
  const putClaim = db.prepare(
    'INSERT OR REPLACE INTO claims (claim_id, body_hash, graph_id, expires_at, version) VALUES (?, ?, ?, ?, ?)',
  )
  const keepFigure = db.prepare(
    `INSERT INTO past_figures (seq, version, made_at, title, trace_types, warnings, encoding, layout_prefix, data_bytes,
       layout_bytes, frames_bytes, body)
     SELECT seq, base, coalesce(made_at, created_at), title, trace_types, warnings, encoding, layout_prefix, data_bytes,
       layout_bytes, frames_bytes, body
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
  const oldestBase = db.prepare(
    'SELECT max(version) AS version FROM past_figures WHERE seq = ? AND version <= ?',
  )
  const dropFigures = db.prepare('DELETE FROM past_figures WHERE seq = ? AND version < ?')
  const dropAppends = db.prepare('DELETE FROM appends WHERE seq = ? AND version < ?')
  const dropArtifacts = db.prepare('DELETE FROM artifacts WHERE seq = ? AND version < ?')
  // Files of older versions are a cache like any other size.
  const unpin = db.prepare('UPDATE artifacts SET lasting = 0 WHERE seq = ? AND lasting = 1 AND version < ?')

  const loadBase = db.prepare('UPDATE graphs SET base = ? WHERE graph_id = ?')
  const loadMadeAt = db.prepare(
    'UPDATE figures SET made_at = ? WHERE seq = (SELECT seq FROM graphs WHERE graph_id = ?)',
  )
  const loadFigure = db.prepare(
    `INSERT INTO past_figures (seq, version, made_at, title, trace_types, warnings, encoding, layout_prefix, data_bytes,
       layout_bytes, frames_bytes, body)
     SELECT seq, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 FROM graphs WHERE graph_id = ?12`,
  )
  const loadAppend = db.prepare(
    'INSERT INTO appends (seq, version, made_at, body) SELECT seq, ?1, ?2, ?3 FROM graphs WHERE graph_id = ?4',
  )

  const isClaimed = (claim: ClaimRow | null) =>
    claim !== null && findClaim.get(claim.id, Date.now()) !== undefined

  function claimFor(claim: ClaimRow | null, graphId: GraphId, version: number): void {
    if (claim) putClaim.run(claim.id, claim.bodyHash, graphId, claim.expiresAt, version)
  }

  /** Removes what no version that is kept needs any more. */
  function prune({ seq, version, base }: Place, kept: number): void {
    const oldest = version - kept
    const needed = base <= oldest ? base : Number(oldestBase.get(seq, oldest)?.version ?? 0)
    if (needed > 0) {
      dropFigures.run(seq, needed)
      dropAppends.run(seq, needed)
    }
    dropArtifacts.run(seq, oldest)
    unpin.run(seq, version)
  }

  return {
    replace(
      row: GraphRow,
      figure: PackedFigure,
      from: number | null,
      claim: ClaimRow | null,
      kept: number,
    ): ChangeOutcome {
      const at = find.get(row.graph_id) as Place | undefined
      if (!at) return { kind: 'absent' }
      if ((from !== null && from !== at.version) || isClaimed(claim)) return { kind: 'stale' }
      const { seq } = at
      const version = at.version + 1
      keepFigure.run(seq)
      const { encoding, layoutPrefix, dataBytes, layoutBytes, framesBytes, body } = figure
      setFigure.run(row.updated_at, encoding, layoutPrefix, dataBytes, layoutBytes, framesBytes, body, seq)
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
      const at = find.get(graphId) as Place | undefined
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

    /** From a backup, after its graph. */
    loadBase(graphId: GraphId, { version, createdAt }: VersionStamp): void {
      loadBase.run(version, graphId)
      loadMadeAt.run(createdAt.getTime(), graphId)
    },

    loadFigure({
      graphId,
      at,
      title,
      traceTypes,
      warnings,
      figure,
    }: Extract<DumpItem, { kind: 'pastFigure' }>): void {
      const { encoding, layoutPrefix, dataBytes, layoutBytes, framesBytes, body } = figure
      const types = JSON.stringify(traceTypes)
      const told = warnings.length === 0 ? null : JSON.stringify(warnings)
      const made = at.createdAt.getTime()
      loadFigure.run(
        at.version,
        made,
        title,
        types,
        told,
        encoding,
        layoutPrefix,
        dataBytes,
        layoutBytes,
        framesBytes,
        body,
        graphId,
      )
    },

    loadAppend({ graphId, at, body }: Extract<DumpItem, { kind: 'append' }>): void {
      loadAppend.run(at.version, at.createdAt.getTime(), body, graphId)
    },

    /** Puts a figure in place of the one at `base` and what was appended to it up to `to`. False: it is another now. */
    fold(graphId: GraphId, base: number, to: number, figure: PackedFigure): boolean {
      const at = find.get(graphId) as Place | undefined
      const made = at && madeAt.get(at.seq, to)
      if (!at || !made || at.base !== base) return false
      const { encoding, layoutPrefix, dataBytes, layoutBytes, framesBytes, body } = figure
      setFigure.run(
        Number(made.made_at),
        encoding,
        layoutPrefix,
        dataBytes,
        layoutBytes,
        framesBytes,
        body,
        at.seq,
      )
      dropFolded.run(at.seq, base, to)
      setBase.run(to, at.seq)
      return true
    },
  }
}
