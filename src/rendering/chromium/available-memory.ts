/** How much memory is left, of the container's limit or the machine's memory, before the kernel ends a process. */

import { readFileSync } from 'node:fs'
import { freemem } from 'node:os'

interface GroupFiles {
  readonly limit: string
  readonly usage: string
  /** In `memory.stat`: memory of cached files, which the kernel can take back. */
  readonly reclaimable: RegExp
}

const unified: GroupFiles = {
  limit: 'memory.max',
  usage: 'memory.current',
  reclaimable: /^inactive_file (\d+)/m,
}
const legacy: GroupFiles = {
  limit: 'memory.limit_in_bytes',
  usage: 'memory.usage_in_bytes',
  reclaimable: /^total_inactive_file (\d+)/m,
}

/** In bytes: the least of what the control groups of this process and the machine have left. */
export function availableMemory(): number {
  const ofMachine = /^MemAvailable:\s+(\d+) kB/m.exec(read('/proc/meminfo'))?.[1]
  let min = ofMachine ? Number(ofMachine) * 1024 : freemem()
  for (const [folder, files] of groups()) min = Math.min(min, leftIn(folder, files))
  return min
}

/** Inside a container the group's own path may be missing; its files are at the root then. */
function groups(): readonly (readonly [string, GroupFiles])[] {
  const own = read('/proc/self/cgroup')
  const [, path = '/'] = /^0::(.*)$/m.exec(own) ?? []
  const [, oldPath = '/'] = /^\d+:memory:(.*)$/m.exec(own) ?? []
  return [
    ['/sys/fs/cgroup', unified],
    [`/sys/fs/cgroup${path}`, unified],
    ['/sys/fs/cgroup/memory', legacy],
    [`/sys/fs/cgroup/memory${oldPath}`, legacy],
  ]
}

function leftIn(folder: string, files: GroupFiles): number {
  const limit = Number(read(`${folder}/${files.limit}`).trim() || Number.NaN)
  const usage = Number(read(`${folder}/${files.usage}`).trim() || Number.NaN)
  const reclaimable = Number(files.reclaimable.exec(read(`${folder}/memory.stat`))?.[1] ?? 0)
  const left = limit - usage + reclaimable
  return Number.isNaN(left) ? Number.POSITIVE_INFINITY : left
}

/** The text of a file; empty if there is none. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
