/** Creates the files of the embedded store. */

import { chmodSync, closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf } from '../../../errors/cause.ts'
import { unavailable } from '../../../errors/errors.ts'
import { makeFolder } from '../../../folder.ts'

/** Makes a file readable for its owner only, in a folder that is created if absent. Throws `unavailable` with the remedy. */
export function makePrivateFile(file: string): void {
  const dataDir = dirname(file)
  try {
    makeFolder(dataDir, 0o700)
    closeSync(openSync(file, 'a', 0o600))
    chmodSync(file, 0o600)
  } catch (error) {
    throw unavailable(
      `DATA_DIR is ${JSON.stringify(dataDir)}, where nothing can be written; name a folder that this user may write: ${messageOf(error)}`,
      error,
    )
  }
}
