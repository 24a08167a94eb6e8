/** The lock that a running service holds on its folder, so that no second service starts there. Commands do not take it. */

import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from '../../errors/cause.ts'
import { unavailable } from '../../errors/errors.ts'
import { makePrivateFile } from './private-file.ts'
import { isBusy } from './protocol.ts'

const fileName = 'service.lock'
/** A service that was told to end has 10 s for it. */
const defaultPatienceMs = 11_000
const betweenMs = 200

/**
 * Resolves with a function that gives the lock back. It is a lock of SQLite on an empty file of its own, which the system
 * removes when the process ends, however it ends. Rejects with `unavailable` if another service keeps it for so long.
 */
export async function lockForService(dataDir: string, patienceMs = defaultPatienceMs): Promise<() => void> {
  const file = join(dataDir, fileName)
  makePrivateFile(file)
  const db = new DatabaseSync(file)
  for (const until = performance.now() + patienceMs; ; await pause(betweenMs)) {
    try {
      // Without a journal beside the file, which stays empty.
      db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
      return () => db.close()
    } catch (error) {
      if (isBusy(error) && performance.now() < until) continue
      db.close()
      throw isBusy(error) ? servedByAnother(dataDir) : cannotLock(file, error)
    }
  }
}

const servedByAnother = (dataDir: string) =>
  unavailable(
    `DATA_DIR is ${JSON.stringify(resolve(dataDir))}, which another plotgate serve uses; stop that one, or name another folder`,
  )

const cannotLock = (file: string, error: unknown) =>
  unavailable(`${file} cannot be locked: ${messageOf(error)}`, error)
