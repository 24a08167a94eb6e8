/** A thread that reads every page of the file once, so that damage is found before the data is needed. */

import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { prepareReader } from './pragmas.ts'

/** The damage found by a pass, or null. */
export type IntegrityAnswer = string | null

const db = new DatabaseSync((workerData as { file: string }).file, { readOnly: true })
prepareReader(db)
// One table at a time, because a long-running reader prevents checkpoints of the WAL.
const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
parentPort?.postMessage(firstFault() satisfies IntegrityAnswer)
db.close()

function firstFault(): string | null {
  for (const { name } of tables) {
    const [first] = db.prepare(`PRAGMA quick_check("${name}")`).all()
    if (first && first.quick_check !== 'ok') return String(first.quick_check)
  }
  return null
}
