/** Folders of browsers: thrown away with them; what a killed process left is removed at the next start. */

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Of one browser; nobody else's. */
export interface BrowserFolders {
  readonly profile: string
  /** Beside the system's other temporary files: short, since a socket in it has a path of 107 characters at most. */
  readonly temporary: string
}

const shape = /^(?:profile|plotgate-browser)-(\d+)-(\d+)-/

/** New empty folders, named by the process that they belong to. */
export async function newFolders(cacheDir: string): Promise<BrowserFolders> {
  const owner = `${process.pid}-${await startOf(process.pid)}-${randomBytes(5).toString('hex')}`
  const profile = join(cacheDir, `profile-${owner}`)
  await mkdir(profile, { recursive: true, mode: 0o700 })
  const temporary = join(tmpdir(), `plotgate-browser-${owner}`)
  try {
    await mkdir(temporary, { mode: 0o700 })
    return { profile, temporary }
  } catch {
    // A system whose folder for temporary files is read-only.
    return { profile, temporary: profile }
  }
}

/** Of a browser that has ended. */
export async function removeFolders({ profile, temporary }: BrowserFolders): Promise<void> {
  await Promise.all([remove(profile), remove(temporary)])
}

/** Removes the folders whose process is gone. */
export async function removeLeftFolders(cacheDir: string): Promise<void> {
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

/** When a process began, so that a number used again is not taken for the old one; '' when there is none. */
async function startOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return alive(pid) ? '0' : ''
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field is the command in parentheses and may hold spaces.
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
