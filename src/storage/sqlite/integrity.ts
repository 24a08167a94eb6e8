/** A thread that reads every page of the file once and ends: noise in the middle is found before it is asked for. */

import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { prepareReader } from './schema.ts'

/** What a pass has found: null where all is well. */
export type IntegrityAnswer = string | null

const db = new DatabaseSync((workerData as { file: string }).file, { readOnly: true })
prepareReader(db)
// One table at a time: a reader that stays keeps the log from being folded into the file.
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
