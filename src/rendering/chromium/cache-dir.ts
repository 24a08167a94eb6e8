/** The folder for the unpacked browser, its profiles and the index of fonts: nobody else's hands may reach it. */

import { lstatSync, mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { unavailable } from '../../errors/errors.ts'

/** The first place that can be had; throws `unavailable` when there is none. */
export function defaultCacheDir(): string {
  const faults: string[] = []
  for (const place of places()) {
    try {
      return privateFolder(place)
    } catch (error) {
      faults.push((error as Error).message)
    }
  }
  throw unavailable(`no folder for the browser could be made: ${faults.join('; ')}`)
}

function places(): string[] {
  const found: string[] = []
  if (process.env.XDG_CACHE_HOME) found.push(join(process.env.XDG_CACHE_HOME, 'plotgate'))
  try {
    found.push(join(homedir(), '.cache', 'plotgate'))
  } catch {
    // A user without an entry has no home.
  }
  found.push(join(tmpdir(), `plotgate-${process.getuid?.() ?? 'user'}`))
  return found
}

/**
 * Creates it, or takes what is there if it is ours alone. In a shared /tmp somebody else could have put a folder
 * of that name there first, with a browser of their own in it.
 */
export function privateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const stat = lstatSync(path)
  const uid = process.getuid?.()
  if (!stat.isDirectory()) throw new Error(`${path} is not a directory`)
  if (uid !== undefined && stat.uid !== uid) throw new Error(`${path} belongs to another user`)
  if (uid !== undefined && (stat.mode & 0o022) !== 0) throw new Error(`${path} can be written by others`)
  return path
}
