/** The folder for the unpacked browser, its profiles and the index of fonts: nobody else's hands may reach it. */

import { accessSync, constants, existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unavailable } from '../../errors/errors.ts'

/**
 * The first place that is ours, can be written to and executed from; after the usual ones, those of `others`.
 * Throws `unavailable` when there is none, with what is wrong with each.
 */
export const defaultCacheDir = (others: readonly string[] = []): string =>
  firstUsableFolder([...usualPlaces(), ...others])

/** Made where it is not there. Rejects with what is wrong with each where none can be used. */
export function firstUsableFolder(places: readonly string[]): string {
  const faults: string[] = []
  for (const place of places) {
    try {
      return usableFolder(place)
    } catch (error) {
      faults.push((error as Error).message)
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
    // A user without an entry has no home.
  }
  found.push(join(tmpdir(), `plotgate-${process.getuid?.() ?? 'user'}`))
  return found
}

/** Throws when nothing can be written there, or what is written there cannot be executed. */
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

/** The kernel says no for every file of a file system that is mounted noexec, to root too. */
function requireExecutable(probe: string, folder: string): void {
  try {
    accessSync(probe, constants.X_OK)
  } catch {
    throw new Error(`${folder} is mounted noexec`)
  }
}

/**
 * Creates it, or takes what is there if it is ours alone. In a shared /tmp somebody else could have put a folder
 * of that name there first, with a browser of their own in it.
 */
export function privateFolder(path: string): string {
  makeFolder(path)
  const stat = lstatSync(path)
  const uid = process.getuid?.()
  if (!stat.isDirectory()) throw new Error(`${path} is not a directory`)
  if (uid !== undefined && stat.uid !== uid) throw new Error(`${path} belongs to another user`)
  if (uid !== undefined && (stat.mode & 0o022) !== 0) throw new Error(`${path} can be written by others`)
  return path
}

/** One level at a time: at once, a system that makes no folders would name the wrong reason, or try for ever. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error
  }
}
