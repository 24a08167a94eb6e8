/**
 * Backups: one file for every backend, itself an embedded store, so that it is also the way from one backend
 * to the other. The service may run meanwhile.
 */

import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { invalidParameter } from '../../errors/errors.ts'
import { migrate, prepareWriter } from '../sqlite/schema.ts'
import { createWrites } from '../sqlite/writes.ts'
import { type DumpItem, inBatches, type PortableStore } from './dump.ts'

/** How much was written or read. */
export interface Backup {
  readonly graphs: number
  readonly records: number
}

/** Adds what was written or read. */
export function count(done: { graphs: number; records: number }, items: readonly DumpItem[]): void {
  for (const { kind } of items) {
    if (kind === 'graph') done.graphs += 1
    else if (kind === 'record') done.records += 1
  }
}

/** Writes everything that cannot be made again into a new file. It appears whole or not at all. */
export async function backup(store: PortableStore, file: string): Promise<Backup> {
  if (existsSync(file)) throw invalidParameter('FILE', `${file} is there already; name a new file`)
  const part = `${file}.part`
  try {
    await rm(part, { force: true })
    await (await open(part, 'wx', 0o600)).close()
  } catch (error) {
    throw invalidParameter('FILE', `${file} cannot be written: ${(error as Error).message}`)
  }
  const done = { graphs: 0, records: 0 }
  const db = new DatabaseSync(part)
  try {
    prepareWriter(db)
    // Nobody reads this file before it is whole and on the disk: a log and waits for the disk would be for nothing.
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
    throw error
  }
}

/** Resolves once the disk has all of the file. */
async function onDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
