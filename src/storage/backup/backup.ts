/**
 * Backups: one file for every backend, itself an embedded store, so that it is also the way from one backend
 * to the other. The service may run meanwhile.
 */

import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError, invalidParameter } from '../../errors/errors.ts'
import { dumpFile } from '../sqlite/dump.ts'
import { migrate, prepareWriter, schemaOf, schemaVersion } from '../sqlite/schema.ts'
import { createWrites } from '../sqlite/writes.ts'
import { type DumpItem, inBatches, type PortableStore } from './dump.ts'

/** How much was written or read. */
export interface Backup {
  readonly graphs: number
  readonly records: number
}

function count(done: { graphs: number; records: number }, items: readonly DumpItem[]): void {
  for (const { kind } of items) {
    if (kind === 'graph') done.graphs += 1
    else if (kind === 'record') done.records += 1
  }
}

/** Writes everything that cannot be made again into a new file. It appears whole or not at all. */
export async function backup(store: PortableStore, file: string): Promise<Backup> {
  if (existsSync(file)) throw invalidParameter('FILE', `${file} is there already; name a new file`)
  const part = `${file}.part`
  await rm(part, { force: true })
  await (await open(part, 'wx', 0o600)).close()
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

/**
 * Brings a backup's graphs and records into a store: all of it, or nothing. Refuses a store that holds something
 * already, unless `force`: then what has the same id is replaced and the rest stays.
 */
export async function restore(
  store: PortableStore,
  file: string,
  { force = false }: { readonly force?: boolean } = {},
): Promise<Backup> {
  if (!existsSync(file)) throw invalidParameter('FILE', `there is no file ${file}`)
  const wasEmpty = await store.isEmpty()
  if (!force && !wasEmpty) {
    throw invalidParameter(
      'FILE',
      'the store is not empty; --force replaces what has the same id and keeps the rest',
    )
  }
  try {
    // To its end, before anything is stored: a damaged file is found here.
    requireSound(file)
    for await (const _items of inBatches(itemsOf(file)));
    return await load(store, file, wasEmpty)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalidParameter('FILE', `${file} cannot be read as a backup: ${(error as Error).message}`)
  }
}

/** What a store without transactions refused in the middle is taken back where it was empty: else what it replaced is gone. */
async function load(store: PortableStore, file: string, wasEmpty: boolean): Promise<Backup> {
  const done = { graphs: 0, records: 0 }
  const loaded: DumpItem[] = []
  async function* counted(): AsyncIterable<DumpItem[]> {
    for await (const items of inBatches(itemsOf(file))) {
      if (store.kind === 'mongodb') loaded.push(...items.map(withoutTexts))
      yield items
      count(done, items)
    }
  }
  try {
    await store.load(counted())
    return done
  } catch (error) {
    if (wasEmpty) await takeBack(store, loaded)
    throw error
  }
}

const nothing = new Uint8Array()

/** As much of it as taking it back needs. */
const withoutTexts = (item: DumpItem): DumpItem => {
  if (item.kind === 'graph') return { ...item, figure: { ...item.figure, body: nothing } }
  if (item.kind === 'pastFigure') return { ...item, figure: { ...item.figure, body: nothing } }
  if (item.kind === 'append') return { ...item, body: nothing }
  return item.kind === 'record' ? { ...item, value: '' } : item
}

async function takeBack(store: PortableStore, items: readonly DumpItem[]): Promise<void> {
  for (const item of items) {
    if (item.kind === 'graph') await store.graphs.remove(item.record.graphId)
    if (item.kind === 'record') await store.records(item.collection).delete(item.id)
  }
}

/** Throws what SQLite says of the file, where its pages are damaged. */
function requireSound(file: string): void {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const found = db.prepare('PRAGMA quick_check(1)').get()?.quick_check
    if (found !== 'ok') throw new Error(String(found))
  } finally {
    db.close()
  }
}

/** A backup made by an older version is brought up in a copy: the file itself is never written. */
async function* itemsOf(file: string): AsyncIterable<DumpItem> {
  const version = schemaOf(file)
  if (version === 0 || version >= schemaVersion) return yield* dumpFile(file)
  const folder = await mkdtemp(join(tmpdir(), 'plotgate-restore-'))
  try {
    const copy = join(folder, 'backup')
    await copyFile(file, copy)
    const db = new DatabaseSync(copy)
    try {
      migrate(db)
    } finally {
      db.close()
    }
    yield* dumpFile(copy)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
