/** Whether the files that are open are still those that their names lead to. */

import { statSync } from 'node:fs'

/** Which file a name leads to; null when it leads to none. */
export function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

export const replaced = (path: string): Error =>
  new Error(
    `${path} was removed or replaced while the service runs; stop it, bring the file back, and start again`,
  )

/** The database, its log and the index of its log: what is written to one of them that is gone is lost. */
const suffixes = ['', '-wal', '-shm']

/** Remembers the files of a database that is open; the returned function throws once one is not in its place. */
export function watchFiles(file: string): () => void {
  const opened = suffixes.map(suffix => [file + suffix, identityOf(file + suffix)] as const)
  return () => {
    for (const [path, identity] of opened) if (identityOf(path) !== identity) throw replaced(path)
  }
}
