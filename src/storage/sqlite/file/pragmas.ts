/** The settings of connections to the database file. */

import type { DatabaseSync } from 'node:sqlite'

/** How long a connection waits for another process to finish its transaction. */
const busyMs = 5000

/** Configures a writing connection. FULL means that a commit returns only once it is synced. */
export function prepareWriter(db: DatabaseSync): void {
  db.exec(`PRAGMA busy_timeout = ${busyMs}`)
  // Lets free pages be returned to the file system. Only has an effect on a file without tables.
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

/** Larger files are not rewritten, because that would delay the start for too long. */
const maxPagesRewritten = 65_536

/** Rewrites a small file of an early release once to enable auto_vacuum, if no other process has it open. */
export function enableVacuum(db: DatabaseSync): void {
  const pragma = (name: string) => Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0])
  if (pragma('auto_vacuum') !== 0 || pragma('page_count') > maxPagesRewritten) return
  try {
    db.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM')
  } catch {
    // Another process has the file open, or the disk has no space for the copy. The file works without it.
  }
}

/** Configures a reading connection. Readers wait only for the recovery after a crash. */
export function prepareReader(db: DatabaseSync): void {
  db.exec('PRAGMA busy_timeout = 1000; PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY')
}
