/** Profile folders of browsers: one each, thrown away; what a killed process left is removed at the next start. */

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

const shape = /^profile-(\d+)-(\d+)-/

/** A new empty folder, named by the process it belongs to. */
export async function newProfile(cacheDir: string): Promise<string> {
  const folder = join(
    cacheDir,
    `profile-${process.pid}-${await startOf(process.pid)}-${randomBytes(5).toString('hex')}`,
  )
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

export async function removeProfile(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
}

/** Removes the folders whose process is gone. */
export async function removeLeftProfiles(cacheDir: string): Promise<void> {
  const names = await readdir(cacheDir).catch(() => [])
  for (const name of names) {
    const [, pid, start] = shape.exec(name) ?? []
    if (pid && start !== (await startOf(Number(pid)))) await removeProfile(join(cacheDir, name))
  }
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
