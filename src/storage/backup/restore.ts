/** Restores a backup into a store of any backend. */

import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from '../../errors/cause.ts'
import { AppError, invalidParameter, unavailable } from '../../errors/errors.ts'
import {
  type DumpItem,
  inBatches,
  type LoadOptions,
  notEmpty,
  type PortableStore,
  type RestoreMark,
  type RestoreMarks,
} from '../portable-store.ts'
import { dumpFile } from '../sqlite/dump.ts'
import { migrate, schemaOf, schemaVersion } from '../sqlite/file/schema.ts'
import { type Backup, count } from './backup.ts'

export interface RestoreOptions {
  /** Allow a store with content: items with the same id are replaced, and all others stay. */
  readonly force?: boolean
  /** A restore that has not renewed its mark for this long counts as interrupted. */
  readonly silentMs?: number
}

/** Longer than a process may be suspended on a busy machine. */
const silentFor = 10_000
const renewMs = 1_000

/** Throws `invalid_parameter` if there is no file with that name. */
export function requireBackup(file: string): void {
  if (!existsSync(file)) throw invalidParameter('FILE', `there is no file ${file}`)
}

/**
 * Restores the graphs and records of a backup: all or nothing. A store that cannot roll back an interrupted restore
 * refuses to open until a restore has finished (`RestoreMarks`).
 */
export async function restore(
  store: PortableStore,
  file: string,
  { force = false, silentMs = silentFor }: RestoreOptions = {},
): Promise<Backup> {
  requireBackup(file)
  const unfinished = (await store.restoring?.find()) ?? null
  const intoEmpty = unfinished ? unfinished.intoEmpty : await store.isEmpty()
  if (!force && !unfinished && !intoEmpty) throw notEmpty()
  await readToEnd(file)
  // Content may have been added while the file was read, for example by another restore.
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

/** Sets the mark, so that only one of several concurrent restores goes on. */
async function takeMark(
  restoring: RestoreMarks,
  mark: RestoreMark,
  unfinished: RestoreMark | null,
  silentMs: number,
): Promise<void> {
  if (unfinished) await requireSilence(restoring, unfinished, silentMs)
  if (!(await restoring.begin(mark, unfinished))) throw alreadyRestoring()
}

/** Refuses as soon as the mark was renewed or is gone: the other restore goes on, or has ended. */
async function requireSilence(restoring: RestoreMarks, unfinished: RestoreMark, silentMs: number) {
  for (const until = performance.now() + silentMs; ; ) {
    const left = until - performance.now()
    await pause(Math.max(0, Math.min(left, renewMs)))
    const now = await restoring.find()
    if (now?.run !== unfinished.run || now?.beats !== unfinished.beats) throw alreadyRestoring()
    if (left <= renewMs) return
  }
}

const alreadyRestoring = () =>
  unavailable('another restore into this database is under way; wait for its end')

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

/** After a failure, clears a store that was empty before. In any other store the mark stays, because items were replaced. */
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
  // Another restore may have finished since the store was found empty.
  if (intoEmpty && !begunAnew && !(await store.isEmpty())) {
    await restoring.end(mark)
    throw notEmpty()
  }
  async function requireMark(): Promise<void> {
    if (!(await restoring.renew(mark))) throw alreadyRestoring()
  }
  const stopRenewing = keepRenewing(restoring, mark)
  async function end(): Promise<void> {
    await stopRenewing()
    await restoring.end(mark)
  }
  try {
    if (intoEmpty && begunAnew) await restoring.clear()
    const done = await load(store, file, { intoEmpty }, requireMark)
    await requireMark()
    await end()
    return done
  } catch (error) {
    // The mark stays if the store is unavailable or another restore has taken over.
    if (intoEmpty) {
      await requireMark()
        .then(restoring.clear)
        .then(end)
        .catch(() => {})
    }
    throw error
  } finally {
    await stopRenewing()
  }
}

/**
 * Renews the mark by a timer, because a batch may take long; a failed renewal shows at the next batch. Returns what stops it,
 * and waits for the last renewal: a database may skip a deletion of what is being changed.
 */
function keepRenewing(restoring: RestoreMarks, mark: RestoreMark): () => Promise<void> {
  let renewal: Promise<unknown> | null = null
  const timer = setInterval(() => {
    renewal ??= restoring
      .renew(mark)
      .catch(() => {})
      .finally(() => {
        renewal = null
      })
  }, renewMs)
  return async () => {
    clearInterval(timer)
    await renewal
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part)
  return hash.digest('base64url')
}

/** Reads the whole file, so that damage is found before anything is stored. */
async function readToEnd(file: string): Promise<void> {
  try {
    requireSound(file)
    for await (const _items of inBatches(itemsOf(file)));
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalidParameter('FILE', `${file} cannot be read as a backup: ${messageOf(error)}`)
  }
}

/** Throws SQLite's report if pages of the file are damaged. */
function requireSound(file: string): void {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const found = db.prepare('PRAGMA quick_check(1)').get()?.quick_check
    if (found !== 'ok') throw new Error(String(found))
  } finally {
    db.close()
  }
}

/** Migrates a backup of an older release in a copy, because the file itself is never written. */
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
