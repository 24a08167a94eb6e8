/** Bringing a backup into a store of either kind. */

import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError, invalidParameter, unavailable } from '../../errors/errors.ts'
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
  /** A restore that says nothing for so long was interrupted. */
  readonly silentMs?: number
}

/** Longer than a process stands still on a busy machine; a restore that was interrupted is done again after it. */
const silentFor = 10_000
const renewMs = 1_000

/**
 * Brings a backup's graphs and records into a store: all of it, or nothing. Where the store cannot take back what was
 * interrupted, it is not opened any more until a restore has come to its end (`RestoreMarks`).
 */
export async function restore(
  store: PortableStore,
  file: string,
  { force = false, silentMs = silentFor }: RestoreOptions = {},
): Promise<Backup> {
  if (!existsSync(file)) throw invalidParameter('FILE', `there is no file ${file}`)
  const unfinished = (await store.restoring?.find()) ?? null
  const intoEmpty = unfinished ? unfinished.intoEmpty : await store.isEmpty()
  if (!force && !unfinished && !intoEmpty) throw notEmpty()
  await readToEnd(file)
  // Something may come in while the file is read: another restore, for one.
  if (!store.restoring) return load(store, file, { intoEmpty: !force })
  const mark = { backup: await hashOf(file), intoEmpty, begunAt: new Date(), run: randomUUID(), beats: 0 }
  if (unfinished && !intoEmpty && !force && unfinished.backup !== mark.backup) {
    throw invalidParameter(
      'FILE',
      'the store holds a part of another backup, whose restore was interrupted; restore that one first, or replace what both have by --force',
    )
  }
  await takeMark(store.restoring, mark, unfinished, silentMs)
  return loadMarked(store, store.restoring, { file, mark, begunAnew: unfinished !== null })
}

/** Of restores at the same time one goes on. */
async function takeMark(
  restoring: RestoreMarks,
  mark: RestoreMark,
  unfinished: RestoreMark | null,
  silentMs: number,
): Promise<void> {
  if (unfinished) {
    await pause(silentMs)
    const now = await restoring.find()
    if (now?.run !== unfinished.run || now?.beats !== unfinished.beats) throw underWay()
  }
  if (!(await restoring.begin(mark, unfinished))) throw underWay()
}

const underWay = () => unavailable('another restore into this database is under way; wait for its end')

async function load(
  store: PortableStore,
  file: string,
  options: LoadOptions,
  beforeEach: () => Promise<void> = async () => {},
): Promise<Backup> {
  const done = { graphs: 0, records: 0 }
  async function* counted(): AsyncIterable<DumpItem[]> {
    for await (const items of inBatches(itemsOf(file))) {
      await beforeEach()
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
  {
    file,
    mark,
    begunAnew,
  }: { readonly file: string; readonly mark: RestoreMark; readonly begunAnew: boolean },
): Promise<Backup> {
  const { intoEmpty } = mark
  // Another restore may have come and gone since it was looked at.
  if (intoEmpty && !begunAnew && !(await store.isEmpty())) {
    await restoring.end(mark)
    throw notEmpty()
  }
  async function requireMark(): Promise<void> {
    if (!(await restoring.renew(mark))) throw underWay()
  }
  // A batch may take long. What fails of it is met by the next one.
  const renewing = setInterval(() => void restoring.renew(mark).catch(() => {}), renewMs)
  try {
    if (intoEmpty && begunAnew) await restoring.clear()
    const done = await load(store, file, { intoEmpty }, requireMark)
    await requireMark()
    await restoring.end(mark)
    return done
  } catch (error) {
    // A store that went away keeps the mark, and so does one that another restore has taken over meanwhile.
    if (intoEmpty) {
      await requireMark()
        .then(restoring.clear)
        .then(() => restoring.end(mark))
        .catch(() => {})
    }
    throw error
  } finally {
    clearInterval(renewing)
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
