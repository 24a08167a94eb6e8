/**
 * The writer thread. All calls that have arrived share one transaction, and so one disk sync, before they are answered. A
 * call that fails is rolled back without affecting the others.
 */

import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { type PackedFigure, packFigure } from '../../figure-codec.ts'
import type { TrimmedFigure } from '../../layout-prefix.ts'
import { describeFailure, isDiskFull } from '../failures.ts'
import { createDiskSpace } from '../file/disk-space.ts'
import { identityOf, replaced, watchFiles } from '../file/file-identity.ts'
import { enableVacuum, prepareWriter } from '../file/pragmas.ts'
import { migrate } from '../file/schema.ts'
import type { ChangedRow, ClaimRow, GraphRow } from '../tables/rows.ts'
import { createWrites, type Writes } from '../writes/writes.ts'
import { type Answer, type Call, closing } from './protocol.ts'

export interface WriterData {
  readonly file: string
  /** The identity that the file must have; null for any. */
  readonly identity: string | null
}

/** Like `Writes`, but small figures arrive as texts and are packed in this thread. Large ones arrive packed. */
export type WriterCalls = Omit<Writes, 'insert' | 'replace'> & {
  insert: (
    row: GraphRow,
    figure: TrimmedFigure | PackedFigure,
    claim: ClaimRow | null,
  ) => ReturnType<Writes['insert']>
  replace: (
    row: ChangedRow,
    figure: TrimmedFigure | PackedFigure,
    from: number | null,
    claim: ClaimRow | null,
    kept: number,
  ) => ReturnType<Writes['replace']>
}

/** The writes that are still allowed on a full disk: those that free space, and the first one, which opens the store. */
const removals: ReadonlySet<string> = new Set<keyof Writes>([
  'load',
  'remove',
  'removeSome',
  'recordDelete',
  'recordTake',
  'sweepClaims',
  'sweepRemovedClaims',
  'sweepRecords',
  'sweepArtifacts',
  'vacuum',
])

/** How many calls share a transaction at most, so that under load the first call need not wait for all others. */
const maxBatch = 1000

const port = parentPort
if (!port) throw new Error('this module runs as a worker thread')

const { file, identity } = workerData as WriterData
// A restarted thread must not create a new file in place of a deleted one.
if (identity !== null && identityOf(file) !== identity) throw replaced(file)
const disk = createDiskSpace(file)
const db = openWriter()
const requireSameFiles = watchFiles(file)
// Callers have checked the argument types; messages between threads are untyped.
const writes = createWrites(db) as unknown as Record<string, (...args: readonly unknown[]) => unknown>
const begin = db.prepare('BEGIN IMMEDIATE')
const commit = db.prepare('COMMIT')
const savepoint = db.prepare('SAVEPOINT item')
const release = db.prepare('RELEASE item')
const undo = db.prepare('ROLLBACK TO item')

let ready: Call[] = []
let scheduled = false

/** Opening needs space too, for the side files. On a full disk it takes it from the reserve. */
function openWriter(): DatabaseSync {
  const db = new DatabaseSync(file)
  try {
    prepareWriter(db)
    enableVacuum(db)
    migrate(db)
    disk.keepReserve()
    return db
  } catch (error) {
    db.close()
    if (!isDiskFull(error)) throw error
    if (!disk.useReserve()) throw new Error('the disk of DATA_DIR is full; make room on it', { cause: error })
    return openWriter()
  }
}

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
  try {
    const answers = writeAll(batch)
    if (space === 'low') checkpointLog()
    return answers
  } catch (error) {
    // The batch needed more than was left, or other programs have taken it meanwhile.
    if (!isDiskFull(error)) throw error
    return writeRemovals(batch)
  }
}

/** Runs the calls in one transaction. Throws if the whole transaction is lost. */
function writeAll(batch: readonly Call[]): Answer[] {
  requireSameFiles()
  try {
    begin.run()
    const answers = batch.map(apply)
    commit.run()
    // A commit to a file that has been deleted meanwhile is lost.
    requireSameFiles()
    // The file is truncated only by a checkpoint.
    if (batch.some(([, name]) => name === 'vacuum')) checkpointLog('PASSIVE')
    return answers
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** On a full disk, runs the calls that free space one by one and refuses the others. */
function writeRemovals(batch: readonly Call[]): Answer[] {
  const answers = batch.flatMap(call => {
    if (!removals.has(call[1])) return refuse([call], new DiskFull())
    try {
      return writeRemoval(call)
    } catch (error) {
      return refuse([call], error)
    }
  })
  checkpointLog()
  disk.keepReserve()
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

/** An internal call whose answer is ignored. */
const shrink: Call = [0, 'vacuum', [500]]

/** Checkpoints the WAL. Never throws, because what was committed stays so. Truncated, it restarts in the space it has. */
function checkpointLog(mode: 'PASSIVE' | 'TRUNCATE' = 'TRUNCATE'): void {
  try {
    db.exec(`PRAGMA wal_checkpoint(${mode})`)
  } catch {
    // The file cannot grow either, so its content stays in the WAL.
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

/** Runs one call. Throws only if the whole transaction is lost. */
function apply([id, name, args]: Call): Answer {
  savepoint.run()
  try {
    const value = writes[name]?.(...args)
    release.run()
    return [id, true, value]
  } catch (error) {
    // A failed write may have rolled back the whole transaction.
    if (!db.isTransaction || isDiskFull(error)) throw error
    undo.run()
    release.run()
    return [id, false, describeFailure(error)]
  }
}

/** Ends the thread once no calls are pending. */
function end(): void {
  db.close()
  // Without the side files there is space again, which the next start needs.
  disk.keepReserve()
  port?.close()
}
