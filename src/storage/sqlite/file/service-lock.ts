/** The lock that a running service holds on its folder, by which a second one notices it. Commands do not take it. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from '../failures.ts'
import { makePrivateFile } from './private-file.ts'

const fileName = 'service.lock'

/**
 * Returns a function that gives the lock back, or null if another service has it. It is a lock of SQLite on an empty file
 * of its own, which the system removes when the process ends, however it ends. A file that cannot be locked, as on a full
 * disk, keeps no service from starting.
 */
export function lockForService(dataDir: string): (() => void) | null {
  try {
    const file = join(dataDir, fileName)
    makePrivateFile(file)
    const db = new DatabaseSync(file)
    try {
      // Without a journal beside the file, which stays empty.
      db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
      return () => db.close()
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    return isBusy(error) ? null : () => {}
  }
}
