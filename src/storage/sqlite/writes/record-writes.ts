/** Writes small records. Expired records count as absent. */

import type { DatabaseSync } from 'node:sqlite'
import type { DumpItem } from '../../portable-store.ts'
import { changeRecord } from '../../record-change.ts'

export type RecordWrites = ReturnType<typeof createRecordWrites>

export function createRecordWrites(db: DatabaseSync) {
  const living = 'collection = ? AND id = ? AND (expires_at IS NULL OR expires_at > ?)'
  const find = db.prepare(`SELECT seq, value FROM records WHERE ${living}`)
  const removeExpired = db.prepare('DELETE FROM records WHERE collection = ? AND id = ? AND expires_at <= ?')
  const insert = db.prepare(
    `INSERT INTO records (collection, id, owner, expires_at, value) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  const replace = db.prepare(
    'INSERT OR REPLACE INTO records (collection, id, owner, expires_at, value) VALUES (?, ?, ?, ?, ?)',
  )
  const setValue = db.prepare('UPDATE records SET value = ? WHERE seq = ?')
  const expire = db.prepare(`UPDATE records SET expires_at = ? WHERE ${living}`)
  const take = db.prepare(`DELETE FROM records WHERE ${living} RETURNING value`)
  const remove = db.prepare(`DELETE FROM records WHERE ${living}`)
  const sweep = db.prepare(
    'DELETE FROM records WHERE seq IN (SELECT seq FROM records WHERE expires_at <= ? LIMIT ?)',
  )

  return {
    recordInsert(
      collection: string,
      id: string,
      value: string,
      owner: string | null,
      expiresAt: number | null,
    ) {
      removeExpired.run(collection, id, Date.now())
      return Number(insert.run(collection, id, owner, expiresAt, value).changes) > 0
    },

    /** Loads a record of a backup, replacing one with the same id. */
    recordLoad({ collection, id, owner, expiresAt, value }: Extract<DumpItem, { kind: 'record' }>): void {
      replace.run(collection, id, owner, expiresAt?.getTime() ?? null, value)
    },

    /** `change` and `expect` are JSON objects. */
    recordUpdate(collection: string, id: string, change: string, expect: string | null): boolean {
      const row = find.get(collection, id, Date.now())
      const changed = row ? changeRecord(String(row.value), change, expect) : null
      if (!row || changed === null) return false
      setValue.run(changed, Number(row.seq))
      return true
    },

    recordExpire: (collection: string, id: string, at: number): boolean =>
      Number(expire.run(at, collection, id, Date.now()).changes) > 0,

    recordTake(collection: string, id: string): string | null {
      const row = take.get(collection, id, Date.now())
      return row ? String(row.value) : null
    },

    recordDelete: (collection: string, id: string): boolean =>
      Number(remove.run(collection, id, Date.now()).changes) > 0,

    sweepRecords: (now: number, limit: number): number => Number(sweep.run(now, limit).changes),
  }
}
