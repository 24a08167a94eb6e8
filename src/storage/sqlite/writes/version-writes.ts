/** Replaces the figures of graphs. All functions must be called within a transaction. */

import type { DatabaseSync } from 'node:sqlite'
import type { ChangeOutcome } from '../../../domain/ports.ts'
import { foldTitle } from '../../case-folding.ts'
import type { PackedFigure } from '../../figure-codec.ts'
import { createClaims } from '../tables/claims.ts'
import { prepareSetFigure } from '../tables/figure-rows.ts'
import { type ChangedRow, type ClaimRow, packedColumns, packedValues } from '../tables/rows.ts'
import { prepareFindPlace } from '../tables/version-places.ts'
import { createVersionPruning } from './version-pruning.ts'

export function createVersionWrites(db: DatabaseSync) {
  const prune = createVersionPruning(db)
  const find = prepareFindPlace(db)
  const claims = createClaims(db)
  const keepFigure = db.prepare(
    `INSERT INTO past_figures (seq, version, made_at, title, trace_types, warnings, ${packedColumns}, body)
     SELECT seq, base, coalesce(made_at, created_at), title, trace_types, warnings, ${packedColumns}, body
     FROM graphs JOIN figures USING (seq) WHERE seq = ?`,
  )
  const setFigure = prepareSetFigure(db)
  const setGraph = db.prepare(
    `UPDATE graphs SET version = ?1, base = ?1, updated_at = ?2, title = ?3, title_folded = ?4, trace_types = ?5,
       warnings = ?6, status = ?7, error = ?8, omitted = ?9, expires_at = CASE WHEN ?12 THEN expires_at ELSE ?10 END
     WHERE seq = ?11`,
  )

  return {
    replace(
      row: ChangedRow,
      figure: PackedFigure,
      from: number | null,
      claim: ClaimRow | null,
      kept: number,
    ): ChangeOutcome {
      const at = find(row.graph_id)
      if (!at) return { kind: 'absent' }
      if ((from !== null && from !== at.version) || (claim && claims.find(claim.id, Date.now())))
        return { kind: 'stale' }
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
        Number(row.keeps_expiry),
      )
      if (claim) claims.put(claim, row.graph_id, version)
      claims.forgetOld(row.graph_id, at.version, version)
      prune({ seq, version, base: version }, kept)
      return { kind: 'changed', version }
    },
  }
}
