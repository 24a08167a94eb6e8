/**
 * The thread that writes. Everything that has arrived goes into one transaction: one wait for the disk, however
 * many callers; then all are answered. A call that fails takes nothing of its own with it and no other call.
 */

import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { type PackedFigure, packFigure } from '../figure-codec.ts'
import type { TrimmedFigure } from '../layout-prefix.ts'
import { type Answer, type Call, closing, describeFailure } from './protocol.ts'
import type { GraphRow } from './rows.ts'
import { migrate, prepareWriter } from './schema.ts'
import { type ClaimRow, createWrites, type Writes } from './writes.ts'

/** As `Writes`, but a figure may arrive as texts and is packed here; a large one comes packed. */
export type WriterCalls = Omit<Writes, 'insert'> & {
  insert: (
    row: GraphRow,
    figure: TrimmedFigure | PackedFigure,
    claim: ClaimRow | null,
  ) => ReturnType<Writes['insert']>
}

/** How many calls share a transaction at most, so that the first of a flood is not answered last. */
const maxBatch = 1000

const port = parentPort
if (!port) throw new Error('this module runs as a worker thread')

const db = new DatabaseSync((workerData as { file: string }).file)
prepareWriter(db)
migrate(db)
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
  if (name !== 'insert') {
    enqueue(call)
    return
  }
  const [row, figure, claim] = args as Parameters<WriterCalls['insert']>
  enqueue([id, name, [row, 'body' in figure ? figure : packFigure(figure), claim]])
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
    begin.run()
    const answers = batch.map(apply)
    commit.run()
    answer(answers)
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    answer(batch.map(([id]) => [id, false, { ...describeFailure(error), code: 'unavailable' }]))
  }
}

/** Throws only when the whole transaction is lost. */
function apply([id, name, args]: Call): Answer {
  savepoint.run()
  try {
    const value = writes[name]?.(...args)
    release.run()
    return [id, true, value]
  } catch (error) {
    // A full disk or a failed write may have ended the transaction for everyone.
    if (!db.isTransaction) throw error
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
