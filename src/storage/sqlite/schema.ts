/** Which tables a file has, and bringing them up: `user_version` tells how many of the steps it has had. */

import { DatabaseSync } from 'node:sqlite'
import { migrations } from './migrations.ts'

/** What `user_version` says in a file of this version. */
export const schemaVersion = migrations.length

/** The tables of what callers store, for tests. */
export const tables = [
  'graphs',
  'figures',
  'past_figures',
  'appends',
  'artifacts',
  'images',
  'claims',
  'records',
] as const

/** How long a connection waits for another process to finish its transaction. */
const busyMs = 5000

/** Settings of a connection that writes. FULL: a commit has returned only when the disk has it. */
export function prepareWriter(db: DatabaseSync): void {
  db.exec(`PRAGMA busy_timeout = ${busyMs}`)
  // Of a file without tables alone: pages that become free can be given back to the disk.
  db.exec('PRAGMA auto_vacuum = INCREMENTAL')
  db.exec('PRAGMA journal_mode = WAL')
  db.exec(`
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = FAST;
    PRAGMA wal_autocheckpoint = 4000;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
  `)
}

/** Files of more pages are left as they are: rewriting them would hold up a start for too long. */
const mostPagesRewritten = 65_536

/** Rewrites a file from before free pages were given back, once, where it is small and nobody else has it open. */
export function enableVacuum(db: DatabaseSync): void {
  const pragma = (name: string) => Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0])
  if (pragma('auto_vacuum') !== 0 || pragma('page_count') > mostPagesRewritten) return
  try {
    db.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM')
  } catch {
    // Another process has it open, or the disk has no room for the copy: the file works as it is.
  }
}

/** Settings of a connection that reads; readers wait for nobody but a recovery after a crash. */
export function prepareReader(db: DatabaseSync): void {
  db.exec('PRAGMA busy_timeout = 1000; PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY')
}

/** How many of the steps a file has had; 0 is none of ours. Throws on what is no database. */
export function schemaOf(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return versionOf(db)
  } finally {
    db.close()
  }
}

export const versionOf = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.user_version)

/** Brings the file to this version's tables. Throws on a file made by a newer one. */
export function migrate(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    const version = versionOf(db)
    if (version > migrations.length) {
      throw new Error(
        `the store was written by a newer version (schema ${version}, this version knows ${migrations.length})`,
      )
    }
    for (const step of migrations.slice(version)) db.exec(step)
    db.exec(`PRAGMA user_version = ${migrations.length}`)
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
