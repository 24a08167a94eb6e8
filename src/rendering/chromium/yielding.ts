/** Rendering yields to answering: what is started this way gets the processor after everything else. */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

const find = (name: string) => [`/usr/bin/${name}`, `/bin/${name}`].find(path => existsSync(path))

/** The words before a command that make it and all that it starts yield; none where the system has no such thing. */
export function yieldingPrefix(niceness: number): readonly string[] {
  const nice = niceness > 0 ? find('nice') : undefined
  if (!nice) return []
  unraisable ??= withoutRaising()
  return [...unraisable, nice, '-n', String(niceness)]
}

let unraisable: readonly string[] | undefined

/**
 * Where the kernel shares the processor between sessions first (autogroup), the browser's own session has a niceness
 * of its own, and that of its processes tells only among themselves.
 */
export async function yieldSession(pid: number, niceness: number): Promise<void> {
  // Elsewhere there is no such file.
  if (niceness > 0) await writeFile(`/proc/${pid}/autogroup`, String(niceness)).catch(() => {})
}

/**
 * Chrome sets the niceness of its own processes, back to 0 and below where it may: which root may, unless that
 * right is taken away. Some containers do not let it be taken; most of those do not grant it either.
 */
function withoutRaising(): readonly string[] {
  const setpriv = process.geteuid?.() === 0 ? find('setpriv') : undefined
  if (!setpriv) return []
  const words = [setpriv, '--bounding-set', '-sys_nice']
  const tried = spawnSync(setpriv, [...words.slice(1), 'true'], { stdio: 'ignore', timeout: 2000 })
  return tried.status === 0 ? words : []
}
