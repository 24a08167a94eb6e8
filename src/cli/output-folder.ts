/** The folder that `plotgate render` writes to, and the files in it. */

import { constants, lstatSync } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeAtomically } from '../atomic-file.ts'
import { messageOf } from '../errors/cause.ts'
import { invalidParameter } from '../errors/errors.ts'
import { makeFolder } from '../folder.ts'

/** Rejects with `invalid_parameter` if the folder is not writable, before time is spent on rendering. */
export async function requireWritableFolder(path: string): Promise<void> {
  try {
    makeFolder(path)
    await access(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw invalidParameter('--output', `the folder ${path} cannot be written: ${messageOf(error)}`)
  }
}

/**
 * Writes a file, and its folder if needed. A new one appears once it is complete, so that neither a full disk nor Ctrl-C
 * leaves the beginning of an image. What is there already, perhaps a pipe or a device, is written in place.
 */
export async function writeOutput(path: string, bytes: Uint8Array): Promise<void> {
  makeFolder(dirname(path))
  const isNew = lstatSync(path, { throwIfNoEntry: false }) === undefined
  await (isNew ? writeAtomically(path, bytes) : writeFile(path, bytes))
}
