/**
 * The thread that writes. Everything that has arrived goes into one transaction: one wait for the disk, however
 * many callers; then all are answered. A call that fails takes nothing of its own with it and no other call.
 */

import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { type PackedFigure, packFigure } from '../figure-codec.ts'
import type { TrimmedFigure } from '../layout-prefix.ts'
import { createDiskSpace } from './disk-space.ts'
import { identityOf, replaced, watchFiles } from './file-identity.ts'
import { type Answer, type Call, closing, describeFailure, isDiskFull } from './protocol.ts'
import type { ClaimRow, GraphRow } from './rows.ts'
import { enableVacuum, migrate, prepareWriter } from './schema.ts'
import { createWrites, type Writes } from './writes.ts'

export interface WriterData {
  readonly file: string
  /** Of the file that must be there; null where it may be any. */
  readonly identity: string | null
}

/** As `Writes`, but a figure may arrive as texts and is packed here; a large one comes packed. */
export type WriterCalls = Omit<Writes, 'insert' | 'replace'> & {
  insert: (
    row: GraphRow,
    figure: TrimmedFigure | PackedFigure,
    claim: ClaimRow | null,
  ) => ReturnType<Writes['insert']>
  replace: (
    row: GraphRow,
    figure: TrimmedFigure | PackedFigure,
    from: number | null,
    claim: ClaimRow | null,
    kept: number,
  ) => ReturnType<Writes['replace']>
}

/** What a disk that is full still takes, by giving room back. */
const removals: ReadonlySet<string> = new Set<keyof Writes>([
  'remove',
  'removeSome',
  'recordDelete',
  'recordTake',
  'sweepClaims',
  'sweepRecords',
  'sweepArtifacts',
  'vacuum',
])

/** How many calls share a transaction at most, so that the first of a flood is not answered last. */
const maxBatch = 1000

const port = parentPort
if (!port) throw new Error('this module runs as a worker thread')

const { file, identity } = workerData as WriterData
// A thread that is started again must not make a new file where the service's own was.
if (identity !== null && identityOf(file) !== identity) throw replaced(file)
const db = new DatabaseSync(file)
prepareWriter(db)
enableVacuum(db)
migrate(db)
const requireSameFiles = watchFiles(file)
const disk = createDiskSpace(file)
// Who calls has typed each function's arguments; messages between threads have no types.
const writes = createWrites(db) as unknown as Record<string, (...args: readonly unknown[]) => unknown>
const begin = db.prepare('BEGIN IMMEDIATE')
const commit = db.prepare('COMMIT')
const savepoint = db.prepare('SAVEPOINT item')
const release = db.prepare('RELEASE item')
const undo = db.prepare('ROLLBACK TO item')

let ready: Call[] = []
let scheduled = false

port.on('message', (message: Call[] | typeof closing) => {
  if (message === closing) return end()
  for (const call of message) accept(call)
})

function accept(call: Call): void {
  const [id, name, args] = call
  if (name !== 'insert' && name !== 'replace') {
    enqueue(call)
    return
  }
  const [row, figure, ...rest] = args as Parameters<WriterCalls['insert' | 'replace']>
  enqueue([id, name, [row, 'body' in figure ? figure : packFigure(figure), ...rest]])
}

function enqueue(call: Call): void {
  ready.push(call)
  if (scheduled) return
  scheduled = true
  setImmediate(writeBatch)
}

function answer(answers: readonly Answer[]): void {
  port?.postMessage(answers)
}

function writeBatch(): void {
  const batch = ready.slice(0, maxBatch)
  ready = ready.slice(maxBatch)
  scheduled = ready.length > 0
  if (scheduled) setImmediate(writeBatch)
  try {
    answer(write(batch))
  } catch (error) {
    answer(refuse(batch, error))
  }
}

function write(batch: readonly Call[]): Answer[] {
  const space = disk.look()
  if (space === 'none') return writeRemovals(batch)
  const answers = writeAll(batch)
  if (space === 'low') foldLog()
  return answers
}

/** One transaction. Throws when all of it is lost. */
function writeAll(batch: readonly Call[]): Answer[] {
  requireSameFiles()
  try {
    begin.run()
    const answers = batch.map(apply)
    commit.run()
    // What was committed to a file that is gone meanwhile is not stored.
    requireSameFiles()
    // The file becomes shorter when the log is folded into it.
    if (batch.some(([, name]) => name === 'vacuum')) db.exec('PRAGMA wal_checkpoint(PASSIVE)')
    return answers
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** On a full disk: what gives room back is done, each by itself; the rest is refused. */
function writeRemovals(batch: readonly Call[]): Answer[] {
  const answers = batch.flatMap(call => {
    if (!removals.has(call[1])) return refuse([call], new DiskFull())
    try {
      return writeRemoval(call)
    } catch (error) {
      return refuse([call], error)
    }
  })
  foldLog()
  return answers
}

function writeRemoval(call: Call): Answer[] {
  try {
    return writeAll([call, shrink])
  } catch (error) {
    if (!isDiskFull(error) || !disk.useReserve()) throw error
    return writeAll([call])
  }
}

/** Nobody waits for its answer. */
const shrink: Call = [0, 'vacuum', [500]]

/** The log begins anew, in room that it has already. */
function foldLog(): void {
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // The file cannot grow either; what is in the log stays there.
  }
}

class DiskFull extends Error {
  constructor() {
    super('the disk of DATA_DIR is full; what is deleted makes room')
  }
}

const refuse = (batch: readonly Call[], error: unknown): Answer[] => {
  const { code, message } = describeFailure(error)
  return batch.map(([id]) => [id, false, { code: code === 'damaged' ? code : 'unavailable', message }])
}

/** Throws only when the whole transaction is lost. */
function apply([id, name, args]: Call): Answer {
  savepoint.run()
  try {
    const value = writes[name]?.(...args)
    release.run()
    return [id, true, value]
  } catch (error) {
    // A failed write may have ended the transaction for everyone.
    if (!db.isTransaction || isDiskFull(error)) throw error
    undo.run()
    release.run()
    return [id, false, describeFailure(error)]
  }
}

/** Called when nothing is waited for. */
function end(): void {
  db.close()
  port?.close()
}
