/** Removes what has expired, in steps between which other writes can run. Each must be called within a transaction. */

import type { DatabaseSync } from 'node:sqlite'

export function createSweeps(db: DatabaseSync) {
  const sweepClaims = db.prepare(
    'DELETE FROM claims WHERE claim_id IN (SELECT claim_id FROM claims WHERE expires_at <= ? LIMIT ?)',
  )
  const sweepRemovedClaims = db.prepare(
    `DELETE FROM claims WHERE claim_id IN (
       SELECT claim_id FROM claims WHERE removed = 1 ORDER BY expires_at DESC LIMIT ? OFFSET ?)`,
  )
  const sweepArtifacts = db.prepare(
    `DELETE FROM artifacts WHERE artifact_id IN (
       SELECT artifact_id FROM artifacts WHERE lasting = 0 AND created_at <= ? LIMIT ?)`,
  )
  const free = db.prepare('PRAGMA freelist_count')
  const pages = db.prepare('PRAGMA page_count')

  return {
    /** Runs one step of a sweep. Returns the number of removed rows. */
    sweepClaims: (now: number, limit: number): number => Number(sweepClaims.run(now, limit).changes),
    /** Of deleted graphs: all but the newest `kept`. */
    sweepRemovedClaims: (kept: number, limit: number): number =>
      Number(sweepRemovedClaims.run(limit, kept).changes),
    sweepArtifacts: (upTo: number, limit: number): number => Number(sweepArtifacts.run(upTo, limit).changes),

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
