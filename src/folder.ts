/** Creates folders. */

import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents, one level at a time. The `recursive` option of `mkdirSync` never returns on
 * file systems that do not allow folders, such as /proc. Throws like `mkdirSync`.
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw error
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
