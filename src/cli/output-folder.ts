/** The folder that `plotgate render` writes to. */

import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { messageOf } from '../errors/cause.ts'
import { invalidParameter } from '../errors/errors.ts'
import { makeFolder } from '../storage/folder.ts'

/** Rejects with `invalid_parameter` if the folder is not writable, before time is spent on rendering. */
export async function requireWritableFolder(path: string): Promise<void> {
  try {
    makeFolder(path)
    await access(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw invalidParameter('--output', `the folder ${path} cannot be written: ${messageOf(error)}`)
  }
}
