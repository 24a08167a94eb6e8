/**
 * Folders of browsers. They are removed with their browser; leftovers of a killed process are removed at the next
 * start.
 */

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folders of one browser. */
export interface BrowserFolders {
  readonly profile: string
  /**
   * In the system's folder for temporary files, because the path of a socket in it must be shorter than 108 characters.
   */
  readonly temporary: string
}

const shape = /^(?:profile|plotgate-browser|unpacking)-(\d+)-(\d+)-/

/** A part of the name of a folder that belongs to this process, and is removed after its end. */
export const newOwnerName = async (): Promise<string> =>
  `${process.pid}-${await startOf(process.pid)}-${randomBytes(5).toString('hex')}`

/** Creates empty folders, named after this process. */
export async function newFolders(cacheDir: string): Promise<BrowserFolders> {
  const owner = await newOwnerName()
  const profile = join(cacheDir, `profile-${owner}`)
  await mkdir(profile, { recursive: true, mode: 0o700 })
  const temporary = join(tmpdir(), `plotgate-browser-${owner}`)
  try {
    await mkdir(temporary, { mode: 0o700 })
    return { profile, temporary }
  } catch {
    // The system's folder for temporary files is read-only.
    return { profile, temporary: profile }
  }
}

/** To be called when the browser has ended. */
export async function removeFolders({ profile, temporary }: BrowserFolders): Promise<void> {
  await Promise.all([remove(profile), remove(temporary)])
}

/** Removes folders whose process no longer exists. */
export async function removeAbandonedFolders(cacheDir: string): Promise<void> {
  for (const parent of [cacheDir, tmpdir()]) {
    const names = await readdir(parent).catch(() => [])
    for (const name of names) {
      const [, pid, start] = shape.exec(name) ?? []
      if (pid && start !== (await startOf(Number(pid)))) await remove(join(parent, name))
    }
  }
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
}

/**
 * When a process was started, so that a reused process id is not taken for the old process; '' if it does not exist.
 */
async function startOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return alive(pid) ? '0' : ''
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field is the command in parentheses, which may contain spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
