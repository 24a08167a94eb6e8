/** Gives rendering a lower priority than answering requests. */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

const find = (name: string) => [`/usr/bin/${name}`, `/bin/${name}`].find(path => existsSync(path))

/** The command prefix that lowers the priority of a command and its children; empty if the system has none. */
export function yieldingPrefix(niceness: number): readonly string[] {
  const nice = niceness > 0 ? find('nice') : undefined
  if (!nice) return []
  unraisable ??= withoutRaising()
  return [...unraisable, nice, '-n', String(niceness)]
}

let unraisable: readonly string[] | undefined

/**
 * Where the kernel divides the processor between sessions first (autogroup), the niceness of processes counts only
 * within their session, so the browser's session gets a niceness too.
 */
export async function yieldSession(pid: number, niceness: number): Promise<void> {
  // Systems without autogroup do not have this file.
  if (niceness > 0) await writeFile(`/proc/${pid}/autogroup`, String(niceness)).catch(() => {})
}

/**
 * Chrome sets the niceness of its own processes back to 0 and below where it is allowed to. Root is allowed to, unless
 * that capability is dropped. Some containers do not allow it to be dropped; most of those do not grant it either.
 */
function withoutRaising(): readonly string[] {
  const setpriv = process.geteuid?.() === 0 ? find('setpriv') : undefined
  if (!setpriv) return []
  const words = [setpriv, '--bounding-set', '-sys_nice']
  const tried = spawnSync(setpriv, [...words.slice(1), 'true'], { stdio: 'ignore', timeout: 2000 })
  return tried.status === 0 ? words : []
}
