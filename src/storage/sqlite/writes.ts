/** All writes. The functions must be called within a transaction, which they may share. */

import type { DatabaseSync } from 'node:sqlite'
import type { AccountId, GraphId } from '../../domain/ids.ts'
import type { InsertOutcome } from '../../domain/ports.ts'
import { unreachable } from '../../errors/unreachable.ts'
import type { PackedFigure } from '../figure-codec.ts'
import { foldTitle } from '../fold.ts'
import type { DumpItem } from '../portable-store.ts'
import { createArtifactWrites } from './artifact-writes.ts'
import { createRecordWrites } from './record-writes.ts'
import { type ClaimRow, type GraphRow, packedColumns, packedValues, toGraphRow } from './rows.ts'
import { createTitleIndex } from './title-index.ts'
import { createVersionLoads } from './version-loads.ts'
import { createVersionWrites } from './version-writes.ts'

export type Writes = ReturnType<typeof createWrites>

export function createWrites(db: DatabaseSync) {
  const recordWrites = createRecordWrites(db)
  const versionLoads = createVersionLoads(db)
  const findClaim = db.prepare('SELECT body_hash, graph_id, expires_at FROM claims WHERE claim_id = ?')
  const putClaim = db.prepare(
    'INSERT OR REPLACE INTO claims (claim_id, body_hash, graph_id, expires_at) VALUES (?, ?, ?, ?)',
  )
  const insertGraph = db.prepare(
    `INSERT INTO graphs (graph_id, account_id, created_at, title, title_folded, trace_types, warnings, status, error,
       omitted, version, updated_at, expires_at, base)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?11)`,
  )
  const insertFigure = db.prepare(
    `INSERT INTO figures (seq, ${packedColumns}, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const putLayoutPrefix = db.prepare('INSERT OR IGNORE INTO layout_prefixes VALUES (?, ?)')
  const removeGraph = db.prepare('DELETE FROM graphs WHERE graph_id = ?')
  const removeVersion = db.prepare('DELETE FROM graphs WHERE graph_id = ? AND version = ?')
  const removeSome = db.prepare(
    'DELETE FROM graphs WHERE seq IN (SELECT seq FROM graphs WHERE account_id = ? LIMIT ?)',
  )
  const sweepClaims = db.prepare(
    'DELETE FROM claims WHERE claim_id IN (SELECT claim_id FROM claims WHERE expires_at <= ? LIMIT ?)',
  )
  const sweepArtifacts = db.prepare(
    `DELETE FROM artifacts WHERE artifact_id IN (
       SELECT artifact_id FROM artifacts WHERE lasting = 0 AND created_at <= ? LIMIT ?)`,
  )

  const beat = db.prepare('UPDATE heartbeat SET beat = beat + 1 RETURNING beat')
  const free = db.prepare('PRAGMA freelist_count')
  const pages = db.prepare('PRAGMA page_count')

  function put(row: GraphRow, figure: PackedFigure): void {
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
    )
    insertFigure.run(lastInsertRowid, ...packedValues(figure))
  }

  return {
    ...recordWrites,
    ...createArtifactWrites(db),
    ...createTitleIndex(db),
    ...createVersionWrites(db),

    insert(row: GraphRow, figure: PackedFigure, claim: ClaimRow | null): InsertOutcome {
      if (claim) {
        const made = findClaim.get(claim.id)
        if (made && Number(made.expires_at) > Date.now()) {
          return made.body_hash === claim.bodyHash
            ? { kind: 'replayed', graphId: made.graph_id as GraphId }
            : { kind: 'conflict' }
        }
        putClaim.run(claim.id, claim.bodyHash, row.graph_id, claim.expiresAt)
      }
      put(row, figure)
      return { kind: 'inserted' }
    },

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

    remove: (graphId: GraphId, ifVersion?: number): boolean =>
      Number(
        (ifVersion === undefined ? removeGraph.run(graphId) : removeVersion.run(graphId, ifVersion)).changes,
      ) > 0,

    /** Removes at most `limit` graphs of an account. Returns how many were removed. */
    removeSome: (accountId: AccountId, limit: number): number =>
      Number(removeSome.run(accountId, limit).changes),

    /** Runs one step of a sweep. Returns the number of removed rows. */
    sweepClaims: (now: number, limit: number): number => Number(sweepClaims.run(now, limit).changes),
    sweepArtifacts: (upTo: number, limit: number): number => Number(sweepArtifacts.run(upTo, limit).changes),

    /** Makes a write and returns its number, to check that the store works. */
    beat: (): number => Number(beat.get()?.beat),

    /** Returns at most `limit` free pages to the file system. Returns how many more could be returned. */
    vacuum(limit: number): number {
      const spare = Number(pages.get()?.page_count) / 20
      const idle = Number(free.get()?.freelist_count)
      if (idle <= spare) return 0
      db.exec(`PRAGMA incremental_vacuum(${Math.min(limit, Math.ceil(idle - spare))})`)
      const left = Number(free.get()?.freelist_count)
      return left === idle ? 0 : Math.max(0, left - spare)
    },
  }
}
