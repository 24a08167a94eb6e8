/**
 * Backups. The file is an embedded store whatever the backend, so that it can also be used to migrate from one backend
 * to another. The service may run during a backup.
 */

import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../errors/cause.ts'
import { invalidParameter } from '../../errors/errors.ts'
import { type DumpItem, inBatches, type PortableStore } from '../portable-store.ts'
import { prepareWriter } from '../sqlite/file/pragmas.ts'
import { migrate } from '../sqlite/file/schema.ts'
import { createWrites } from '../sqlite/writes/writes.ts'

/** The numbers of items written or read. */
export interface Backup {
  readonly graphs: number
  readonly records: number
}

/** Adds items to the counts. */
export function count(done: { graphs: number; records: number }, items: readonly DumpItem[]): void {
  for (const { kind } of items) {
    if (kind === 'graph') done.graphs += 1
    else if (kind === 'record') done.records += 1
  }
}

/** Writes everything that cannot be generated again to a new file, which appears only once it is complete. */
export async function backup(store: PortableStore, file: string): Promise<Backup> {
  if (existsSync(file)) throw invalidParameter('FILE', `${file} is there already; name a new file`)
  const part = `${file}.part`
  try {
    await rm(part, { force: true })
    await (await open(part, 'wx', 0o600)).close()
  } catch (error) {
    throw cannotBeWritten(file, error)
  }
  const done = { graphs: 0, records: 0 }
  const db = new DatabaseSync(part)
  try {
    prepareWriter(db)
    // The file is not visible before it is complete and synced, so it needs no journal and no syncs meanwhile.
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    migrate(db)
    const writes = createWrites(db)
    for await (const items of inBatches(store.dump())) {
      db.exec('BEGIN')
      writes.load(items)
      db.exec('COMMIT')
      count(done, items)
    }
    db.close()
    await onDisk(part)
    await rename(part, file)
    return done
  } catch (error) {
    if (db.isOpen) db.close()
    for (const suffix of ['', '-wal', '-shm']) await rm(part + suffix, { force: true })
    throw isOfSqlite(error) ? cannotBeWritten(file, error) : error
  }
}

const cannotBeWritten = (file: string, error: unknown) =>
  invalidParameter('FILE', `${file} cannot be written: ${messageOf(error)}`)

/** Such as that the disk is full. The store's own are errors of another kind. */
const isOfSqlite = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR'

/** Syncs the file to disk. */
async function onDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
