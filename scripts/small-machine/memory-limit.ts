/** A control group of the kernel's with a bound on memory, for one command and all that it starts. */

import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface MemoryLimit {
  /** What the command is given to. */
  readonly before: readonly string[]
  used(): { readonly maxMib: number; readonly kills: number }
  /** After everything in it has ended. */
  remove(): void
}

const root = '/sys/fs/cgroup'
const mebibyte = 1024 * 1024

/** Throws where there are no such groups, or they are not ours to make. Without swap, as containers have none. */
export function limitMemory(mib: number): MemoryLimit {
  const unified = existsSync(join(root, 'cgroup.controllers'))
  const files = unified
    ? { limit: 'memory.max', max: 'memory.peak', events: 'memory.events' }
    : { limit: 'memory.limit_in_bytes', max: 'memory.max_usage_in_bytes', events: 'memory.oom_control' }
  const folder = join(unified ? root : join(root, 'memory'), `plotgate-small-${process.pid}`)
  mkdirSync(folder)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  writeFileSync(join(folder, files.limit), String(mib * mebibyte))
  return {
    before: ['sh', '-c', `echo $$ > ${join(folder, 'cgroup.procs')} && exec "$@"`, 'sh'],
    used: () => ({
      maxMib: Math.round(Number(read(files.max)) / mebibyte),
      kills: Number(/^oom_kill (\d+)/m.exec(read(files.events))?.[1] ?? 0),
    }),
    remove: () => rmdirSync(folder),
  }
}
