/** Rendering yields to answering: what is started this way gets the processor after everything else. */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

const niceness = '10'

const find = (name: string) => [`/usr/bin/${name}`, `/bin/${name}`].find(path => existsSync(path))

/** The words before a command that make it and all that it starts yield; none where the system has no such thing. */
export function yieldingPrefix(): readonly string[] {
  const nice = find('nice')
  if (!nice) return []
  return [...withoutRaising(), nice, '-n', niceness]
}

/**
 * Where the kernel shares the processor between sessions first (autogroup), the browser's own session has a niceness
 * of its own, and that of its processes tells only among themselves.
 */
export async function yieldSession(pid: number): Promise<void> {
  // Elsewhere there is no such file.
  await writeFile(`/proc/${pid}/autogroup`, niceness).catch(() => {})
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
