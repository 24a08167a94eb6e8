/** Processor time: on a shared machine steadier than the clock. Linux only. */

import { readdirSync, readFileSync } from 'node:fs'

const msPerTick = 10

/** Of this process and all it started, in milliseconds since their start, children that ended included; null elsewhere than on Linux. */
export function processorTime(): number | null {
  const children = new Map<number, number[]>()
  const time = new Map<number, number>()
  try {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        // After the name in brackets: state, parent, …, and from the 12th on own and ended children's ticks.
        const fields = stat
          .slice(stat.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number)
        const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
        time.set(Number(name), ticks * msPerTick)
        children.set(fields[1]!, [...(children.get(fields[1]!) ?? []), Number(name)])
      } catch {
        // It ended meanwhile.
      }
    }
  } catch {
    return null
  }
  const whole = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + whole(child), time.get(pid) ?? 0)
  return whole(process.pid)
}

/** Of one process without those it started, all its threads together, in milliseconds. */
export function processorTimeOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * msPerTick
  } catch {
    return null
  }
}

/** Of a process's main thread alone, which answers while others work; in milliseconds. Null elsewhere than on Linux. */
export function mainThreadTimeOf(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return null
  }
}
