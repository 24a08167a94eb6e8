/** Appends points to figures, and merges them into the figures. All functions must be called within a transaction. */

import type { DatabaseSync } from 'node:sqlite'
import type { GraphId } from '../../../domain/ids.ts'
import type { ChangeOutcome } from '../../../domain/ports.ts'
import { type CompactionState, isCheckDue, isWorthCompacting } from '../../compaction.ts'
import type { PackedFigure } from '../../figure-codec.ts'
import { createClaims } from '../tables/claims.ts'
import { prepareSetFigure } from '../tables/figure-rows.ts'
import { type ClaimRow, packedValues } from '../tables/rows.ts'
import { prepareFindPlace } from '../tables/version-places.ts'
import { createVersionPruning } from './version-pruning.ts'

/** A packed segment, which makes one version. */
export interface AppendRow {
  readonly madeAt: number
  readonly body: Uint8Array
  readonly claim: ClaimRow | null
}

/** `compactTo`: the version up to which the appends should be merged into the figure. */
export type AppendAnswer = ChangeOutcome & { readonly compactTo?: number }

export function createAppendWrites(db: DatabaseSync) {
  const prune = createVersionPruning(db)
  const claims = createClaims(db)
  const find = prepareFindPlace(db)
  const insertAppend = db.prepare('INSERT INTO appends (seq, version, made_at, body) VALUES (?, ?, ?, ?)')
  const moveOn = db.prepare(
    `UPDATE graphs SET version = ?, updated_at = ?, status = 'pending', error = NULL, omitted = '[]' WHERE seq = ?`,
  )
  const tail = db.prepare(
    `SELECT count(*) AS count, ifnull(sum(length(body)), 0) AS bytes,
       (SELECT data_bytes FROM figures WHERE seq = ?1) AS figure_bytes
     FROM appends WHERE seq = ?1 AND version > ?2 AND version <= ?3`,
  )

  const isClaimed = ({ claim }: AppendRow) => claim !== null && claims.find(claim.id, Date.now()) !== null

  /** Whether the appends that no kept version needs alone should be merged into the figure. */
  function isTailLong(seq: number, base: number, to: number): boolean {
    const { count, bytes, figure_bytes } = tail.get(seq, base, to) as Record<string, number>
    const state: CompactionState = { count: count ?? 0, bytes: bytes ?? 0, figureBytes: figure_bytes ?? 0 }
    return isWorthCompacting(state)
  }

  return {
    ...createCompactionWrites(db),

    append(graphId: GraphId, from: number, rows: readonly AppendRow[], kept: number): AppendAnswer {
      const at = find(graphId)
      if (!at) return { kind: 'absent' }
      if (from !== at.version || rows.some(isClaimed)) return { kind: 'stale' }
      const { seq, base } = at
      let version = from
      for (const { madeAt: at, body, claim } of rows) {
        version++
        insertAppend.run(seq, version, at, body)
        if (claim) claims.put(claim, graphId, version)
      }
      moveOn.run(version, rows.at(-1)?.madeAt ?? Date.now(), seq)
      claims.forgetOld(graphId, from, version)
      prune({ seq, version, base }, kept)
      const sizes = rows.map(({ body }) => body.byteLength)
      if (!isCheckDue(from, version, sizes) || version - kept <= base) return { kind: 'changed', version }
      return {
        kind: 'changed',
        version,
        ...(isTailLong(seq, base, version - kept) && { compactTo: version - kept }),
      }
    },
  }
}

function createCompactionWrites(db: DatabaseSync) {
  const find = prepareFindPlace(db)
  const setFigure = prepareSetFigure(db)
  const setBase = db.prepare('UPDATE graphs SET base = ? WHERE seq = ?')
  const madeAt = db.prepare('SELECT made_at FROM appends WHERE seq = ? AND version = ?')
  const dropCompacted = db.prepare('DELETE FROM appends WHERE seq = ? AND version > ? AND version <= ?')

  return {
    /** Replaces the figure at `base`, and what was appended to it up to `to`, by one figure. False if the base has changed. */
    compact(graphId: GraphId, base: number, to: number, figure: PackedFigure): boolean {
      const at = find(graphId)
      const made = at && madeAt.get(at.seq, to)
      if (!at || !made || at.base !== base) return false
      setFigure.run(Number(made.made_at), ...packedValues(figure), at.seq)
      dropCompacted.run(at.seq, base, to)
      setBase.run(to, at.seq)
      return true
    },
  }
}
