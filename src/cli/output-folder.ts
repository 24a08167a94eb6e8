/** The folders that `plotgate render` writes to. */

import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { invalidParameter } from '../errors.ts'

/** Makes the folder and those above it that are missing. */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return
  // One at a time: asked for all of them at once, Node tries for ever where one cannot be (below /proc).
  if (dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path).catch(async error => {
    if (!(await isFolder(path))) throw error
  })
}

/** Rejects with `invalid_parameter` where nothing could be written, before time is spent on drawing. */
export async function requireWritableFolder(path: string): Promise<void> {
  try {
    await makeFolder(path)
    await access(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw invalidParameter('--output', `the folder ${path} cannot be written: ${(error as Error).message}`)
  }
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() ?? false
