/** Memory of the service and of the browsers below it, in MB. Linux only: elsewhere both are NaN. */

import { readdirSync, readFileSync } from 'node:fs'

export interface Memory {
  readonly server: number
  /** With each process's share of what it shares. */
  readonly browsers: number
}

export function memoryOf(pid: number): Memory {
  let browsers = 0
  for (const each of below(pid)) {
    browsers += Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${each}/smaps_rollup`))?.[1] ?? 0) / 1024
  }
  const resident = /^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]
  return { server: Number(resident ?? Number.NaN) / 1024, browsers }
}

/** The processes below one, however deep. */
function below(pid: number): ReadonlySet<number> {
  const parents = new Map<number, number>()
  for (const entry of list()) {
    const text = read(`/proc/${entry}/stat`)
    parents.set(Number(entry), Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const found = new Set([pid])
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const [child, parent] of parents) if (found.has(parent)) found.add(child)
  }
  found.delete(pid)
  return found
}

function list(): readonly string[] {
  try {
    return readdirSync('/proc').filter(each => /^\d+$/.test(each))
  } catch {
    return []
  }
}

/** Empty when the process ended between two looks. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
