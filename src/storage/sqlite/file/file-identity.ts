/** Detects that open database files were deleted or replaced. */

import { statSync } from 'node:fs'

/** Identifies the file at a path; null if there is none. */
export function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

/** The error for a file that is not the one that was opened. */
export const replaced = (path: string): Error =>
  new Error(
    `${path} was removed or replaced while the service runs; stop it, bring the file back, and start again`,
  )

/** The database, its WAL and the index of the WAL. Writes to a deleted file would be lost. */
const suffixes = ['', '-wal', '-shm']

/** Remembers the files of an open database. The returned function throws if one was deleted or replaced. */
export function watchFiles(file: string): () => void {
  const opened = suffixes.map(suffix => [file + suffix, identityOf(file + suffix)] as const)
  return () => {
    for (const [path, identity] of opened) if (identityOf(path) !== identity) throw replaced(path)
  }
}
