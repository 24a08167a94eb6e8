/** Folders on the disk. */

import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes the folder and those above it that are missing, one level at a time: on a file system that makes no folders,
 * such as /proc, `recursive` would try for ever. Rejects as `mkdir` does.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  if (await isFolder(path)) return
  if (dirname(path) !== path) await makeFolder(dirname(path), mode)
  await mkdir(path, { mode }).catch(async error => {
    // Somebody else may have made it meanwhile.
    if (!(await isFolder(path))) throw error
  })
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() ?? false
