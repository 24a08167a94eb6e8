/** The folder for the unpacked browser, its profiles and the font index. No other user may write to it. */

import { accessSync, constants, lstatSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../../errors/cause.ts'
import { unavailable } from '../../errors/errors.ts'
import { makeFolder } from '../../folder.ts'

/**
 * The first folder that is ours, writable and executable; `others` are tried after the usual ones. Throws `unavailable`
 * if there is none, with what is wrong with each.
 */
export const defaultCacheDir = (others: readonly string[] = []): string =>
  firstUsableFolder([...usualPlaces(), ...others])

/** Creates the folder if it does not exist. Throws with what is wrong with each if none can be used. */
export function firstUsableFolder(places: readonly string[]): string {
  const faults: string[] = []
  for (const place of places) {
    try {
      return usableFolder(place)
    } catch (error) {
      faults.push(messageOf(error))
    }
  }
  throw unavailable(
    `no folder for the browser was found: ${faults.join('; ')}. ` +
      'Set XDG_CACHE_HOME to a folder that can be written to and executed from, or BROWSER_PATH to a browser',
  )
}

function usualPlaces(): string[] {
  const found: string[] = []
  if (process.env.XDG_CACHE_HOME) found.push(join(process.env.XDG_CACHE_HOME, 'plotgate'))
  try {
    found.push(join(homedir(), '.cache', 'plotgate'))
  } catch {
    // A user who is not in the user database has no home.
  }
  found.push(join(tmpdir(), `plotgate-${process.getuid?.() ?? 'user'}`))
  return found
}

/** Throws if nothing can be written there, or files there cannot be executed. */
export function usableFolder(path: string): string {
  const folder = privateFolder(path)
  const probe = join(folder, `probe-${process.pid}`)
  try {
    writeFileSync(probe, '', { mode: 0o700 })
    if (process.platform !== 'win32') requireExecutable(probe, folder)
  } finally {
    rmSync(probe, { force: true })
  }
  return folder
}

/** On a file system mounted with noexec the kernel denies execution of every file, even to root. */
function requireExecutable(probe: string, folder: string): void {
  try {
    accessSync(probe, constants.X_OK)
  } catch {
    throw new Error(`${folder} is mounted noexec`)
  }
}

/**
 * Creates the folder, or takes an existing one if it belongs to us alone. In a shared /tmp, another user could have
 * created a folder of that name first, with a browser of their own in it.
 */
export function privateFolder(path: string): string {
  makeFolder(path, 0o700)
  const stat = lstatSync(path)
  const uid = process.getuid?.()
  if (!stat.isDirectory()) throw new Error(`${path} is not a directory`)
  if (uid !== undefined && stat.uid !== uid) throw new Error(`${path} belongs to another user`)
  if (uid !== undefined && (stat.mode & 0o022) !== 0) throw new Error(`${path} can be written by others`)
  return path
}
