/** Bringing a backup into a store of either kind. */

import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError, invalidParameter } from '../../errors/errors.ts'
import { dumpFile } from '../sqlite/dump.ts'
import { migrate, schemaOf, schemaVersion } from '../sqlite/schema.ts'
import { type Backup, count } from './backup.ts'
import {
  type DumpItem,
  inBatches,
  type LoadOptions,
  notEmpty,
  type PortableStore,
  type RestoreMark,
  type RestoreMarks,
} from './dump.ts'

export interface RestoreOptions {
  /** Into a store that holds something already: what has the same id is replaced and the rest stays. */
  readonly force?: boolean
}

/**
 * Brings a backup's graphs and records into a store: all of it, or nothing. Where the store cannot take back what was
 * interrupted, it is not opened any more until a restore has come to its end (`RestoreMarks`).
 */
export async function restore(
  store: PortableStore,
  file: string,
  { force = false }: RestoreOptions = {},
): Promise<Backup> {
  if (!existsSync(file)) throw invalidParameter('FILE', `there is no file ${file}`)
  const unfinished = (await store.restoring?.find()) ?? null
  const intoEmpty = unfinished ? unfinished.intoEmpty : await store.isEmpty()
  if (!force && !unfinished && !intoEmpty) throw notEmpty()
  await readToEnd(file)
  // Something may come in while the file is read: another restore, for one.
  if (!store.restoring) return load(store, file, { intoEmpty: !force })
  const mark = { backup: await hashOf(file), intoEmpty, begunAt: new Date() }
  if (unfinished && !intoEmpty && !force && unfinished.backup !== mark.backup) {
    throw invalidParameter(
      'FILE',
      'the store holds a part of another backup, whose restore was interrupted; restore that one first, or replace what both have by --force',
    )
  }
  if (unfinished && intoEmpty) await store.restoring.clear()
  return loadMarked(store, store.restoring, { file, mark })
}

async function load(store: PortableStore, file: string, options: LoadOptions): Promise<Backup> {
  const done = { graphs: 0, records: 0 }
  async function* counted(): AsyncIterable<DumpItem[]> {
    for await (const items of inBatches(itemsOf(file))) {
      yield items
      count(done, items)
    }
  }
  await store.load(counted(), options)
  return done
}

/** What was refused in the middle is taken back where the store was empty; else what it replaced is gone, and the mark stays. */
async function loadMarked(
  store: PortableStore,
  restoring: RestoreMarks,
  { file, mark }: { readonly file: string; readonly mark: RestoreMark },
): Promise<Backup> {
  await restoring.begin(mark)
  try {
    const done = await load(store, file, { intoEmpty: mark.intoEmpty })
    await restoring.end()
    return done
  } catch (error) {
    // A store that went away keeps the mark.
    if (mark.intoEmpty) await restoring.clear().then(restoring.end, () => {})
    throw error
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part)
  return hash.digest('base64url')
}

/** Before anything is stored: a damaged file is found here. */
async function readToEnd(file: string): Promise<void> {
  try {
    requireSound(file)
    for await (const _items of inBatches(itemsOf(file)));
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalidParameter('FILE', `${file} cannot be read as a backup: ${(error as Error).message}`)
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
