/** Inserts graphs: new ones, and those of a backup. All functions must be called within a transaction. */

import type { DatabaseSync } from 'node:sqlite'
import type { InsertOutcome } from '../../../domain/ports.ts'
import { unreachable } from '../../../errors/unreachable.ts'
import { foldTitle } from '../../case-folding.ts'
import type { PackedFigure } from '../../figure-codec.ts'
import type { DumpItem } from '../../portable-store.ts'
import { createClaims } from '../tables/claims.ts'
import { type ClaimRow, type GraphRow, packedColumns, packedValues, toGraphRow } from '../tables/rows.ts'
import type { RecordWrites } from './record-writes.ts'
import { createVersionLoads } from './version-loads.ts'

/** Inserts of new graphs. */
export function createGraphInserts(db: DatabaseSync) {
  const claims = createClaims(db)
  const put = createPut(db)

  return {
    insert(row: GraphRow, figure: PackedFigure, claim: ClaimRow | null): InsertOutcome {
      if (claim) {
        const made = claims.find(claim.id, Date.now())
        if (made) {
          return made.bodyHash === claim.bodyHash
            ? { kind: 'replayed', graphId: made.graphId }
            : { kind: 'conflict' }
        }
        claims.put(claim, row.graph_id, null)
      }
      put(row, figure, claim?.id)
      return { kind: 'inserted' }
    },
  }
}

/** Inserts a graph with its figure, and the id of the claim it was made under. */
function createPut(db: DatabaseSync): (row: GraphRow, figure: PackedFigure, claimId?: string) => void {
  const insertGraph = db.prepare(
    `INSERT INTO graphs (graph_id, account_id, created_at, title, title_folded, trace_types, warnings, status, error,
       omitted, version, updated_at, expires_at, base, claim_id)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?11, ?14)`,
  )
  const insertFigure = db.prepare(
    `INSERT INTO figures (seq, ${packedColumns}, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )

  return (row, figure, claimId) => {
    const { lastInsertRowid } = insertGraph.run(
      row.graph_id,
      row.account_id,
      row.created_at,
      row.title,
      foldTitle(row.title),
      row.trace_types,
      row.warnings,
      row.status,
      row.error,
      row.omitted,
      row.version,
      row.updated_at === row.created_at ? null : row.updated_at,
      row.expires_at,
      claimId ?? null,
    )
    insertFigure.run(lastInsertRowid, ...packedValues(figure))
  }
}

/** Inserts of what a backup holds. */
export function createLoads(db: DatabaseSync, recordWrites: Pick<RecordWrites, 'recordLoad'>) {
  const versionLoads = createVersionLoads(db)
  const put = createPut(db)
  const putLayoutPrefix = db.prepare('INSERT OR IGNORE INTO layout_prefixes VALUES (?, ?)')
  const removeGraph = db.prepare('DELETE FROM graphs WHERE graph_id = ?')

  return {
    /** Loads items of a backup, replacing existing ones with the same id. A graph also replaces its artifacts. */
    load(items: readonly DumpItem[]): void {
      for (const item of items) {
        switch (item.kind) {
          case 'record':
            recordWrites.recordLoad(item)
            break
          case 'layoutPrefix':
            putLayoutPrefix.run(item.prefix.id, item.prefix.text)
            break
          case 'pastFigure':
            versionLoads.loadFigure(item)
            break
          case 'append':
            versionLoads.loadAppend(item)
            break
          case 'graph':
            removeGraph.run(item.record.graphId)
            put(toGraphRow(item.record), item.figure)
            versionLoads.loadBase(item.record.graphId, item.base)
            break
          default:
            unreachable(item)
        }
      }
    },
  }
}
