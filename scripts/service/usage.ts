/**
 * Processor time in milliseconds and memory in MiB, of processes on Linux. Elsewhere, and of a process that has ended,
 * each is null. Processor time is steadier than the clock on a machine that others share.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const msPerTick = 10

/** Of this process and all that it started, since their start, including children that ended. */
export function processorTime(): number | null {
  const own = statOf(process.pid)
  if (own === null) return null
  const below = [...processesBelow(process.pid)].map(pid => statOf(pid)?.treeMs ?? 0)
  return below.reduce((sum, each) => sum + each, own.treeMs)
}

/** Of one process without those it started, all its threads together. */
export function processorTimeOf(pid: number): number | null {
  return statOf(pid)?.ownMs ?? null
}

/** Of a process's main thread alone, which answers while others work. */
export function mainThreadTimeOf(pid: number): number | null {
  const text = read(pid, `task/${pid}/schedstat`)
  return text === null ? null : Number(text.split(' ')[0]) / 1e6
}

/** Resident memory of a process. */
export const residentMemoryOf = (pid: number): number | null => memoryIn(pid, 'status', 'VmRSS')

/** The most resident memory that a process had, since its start or `resetPeakMemoryOf`. */
export const peakMemoryOf = (pid: number): number | null => memoryIn(pid, 'status', 'VmHWM')

export const resetPeakMemoryOf = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Memory of a process with its share of what it shares with others: sums of it count nothing twice. */
export const proportionalMemoryOf = (pid: number): number | null => memoryIn(pid, 'smaps_rollup', 'Pss')

/** The command line of a process. */
export const commandOf = (pid: number): string | null => read(pid, 'cmdline')

/** The processes that a process started, and those that they started, however deep. */
export function processesBelow(pid: number): ReadonlySet<number> {
  const children = new Map<number, number[]>()
  for (const each of allProcesses()) {
    const parent = statOf(each)?.parent
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), each])
  }
  const found = new Set<number>()
  const queue = [pid]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const child of children.get(next) ?? []) {
      found.add(child)
      queue.push(child)
    }
  }
  return found
}

function allProcesses(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

interface Stat {
  readonly parent: number
  readonly ownMs: number
  /** With the children that have ended. */
  readonly treeMs: number
}

/** After the name in brackets come state and parent, and from the 12th on the ticks: own ones, then ended children's. */
function statOf(pid: number): Stat | null {
  const text = read(pid, 'stat')
  if (text === null) return null
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const msIn = (first: number, last: number) =>
    fields.slice(first, last).reduce((sum, ticks) => sum + ticks, 0) * msPerTick
  return { parent: fields[1]!, ownMs: msIn(11, 13), treeMs: msIn(11, 15) }
}

function memoryIn(pid: number, file: string, line: string): number | null {
  const kiB = new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(read(pid, file) ?? '')?.[1]
  return kiB === undefined ? null : Number(kiB) / 1024
}

function read(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null
  }
}
