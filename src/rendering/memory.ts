/** How much memory is left before the kernel ends a process: of what a container was given, or of the machine. */

import { readFileSync } from 'node:fs'
import { freemem } from 'node:os'

interface GroupFiles {
  readonly limit: string
  readonly usage: string
  /** In `memory.stat`: files that were read and can be read again. */
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

/** In bytes; the least of what its control groups and the machine say. */
export function availableMemory(): number {
  const ofMachine = /^MemAvailable:\s+(\d+) kB/m.exec(read('/proc/meminfo'))?.[1]
  let least = ofMachine ? Number(ofMachine) * 1024 : freemem()
  for (const [folder, files] of groups()) least = Math.min(least, leftIn(folder, files))
  return least
}

/** Inside a container the group's own path may not be there: its files are then at the root. */
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

/** Empty where there is no such file. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** With less left than this the next heavy figure may have the kernel end a process. */
const reserveBytes = 112 * 1024 * 1024
/** Where others use the memory, replacing browsers does not help: not more often than this. */
const pauseMs = 15_000

/** What was read stays true for so long: reading takes half a millisecond, which quick figures need not pay each. */
const freshMs = 250

function sparingly(read: () => number): () => number {
  let at = Number.NEGATIVE_INFINITY
  let bytes = 0
  return () => {
    const now = performance.now()
    if (now - at >= freshMs) {
      bytes = read()
      at = now
    }
    return bytes
  }
}

/** The returned function says whether a browser that has drawn shall make room for a new one. */
export function createPressureGauge(available: () => number = sparingly(availableMemory)): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - last < pauseMs || available() >= reserveBytes) return false
    last = performance.now()
    return true
  }
}
