/** What draws the reference figure, one way or another: two charts at a time each. */

import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { ended } from '../../service/service.ts'

export interface Contender {
  readonly name: string
  /** How many times as many charts a second Plotgate shall draw. */
  readonly goal?: number
  /** Rejects where it cannot be installed or started. */
  open(): Promise<Running>
}

export interface Running {
  /** Charts a second, over that many seconds. */
  round(seconds: number): Promise<number>
  close(): Promise<void>
}

export const pages = 2
/** Asked of a service at once, so that no page waits for work. */
export const inFlight = 2 * pages

let seed = 0
/** No two charts of a run are of one figure. */
export const nextSeed = (): number => seed++

/**
 * Processes that draw by themselves: each says a line once it is ready, then reads lines with seconds and answers each
 * with charts a second.
 */
export async function runProcesses(children: readonly ChildProcess[]): Promise<Running> {
  const lanes = children.map(child => {
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
    const dead = died(child)
    return {
      child,
      async next(): Promise<string> {
        const line = await Promise.race([lines.next(), dead])
        return line.done ? await dead : line.value
      },
    }
  })
  await Promise.all(lanes.map(({ next }) => next()))
  return {
    async round(seconds) {
      for (const { child } of lanes) child.stdin!.write(`${seconds}\n`)
      const rates = await Promise.all(lanes.map(async ({ next }) => Number(await next())))
      return rates.reduce((sum, rate) => sum + rate, 0)
    },
    async close() {
      await Promise.all(children.map(ended))
    },
  }
}

/** Rejects with its last words when the process ends. */
export function died(child: ChildProcess): Promise<never> {
  return new Promise((_, reject) => {
    let said = ''
    child.stderr?.on('data', part => {
      said = (said + part).slice(-500)
    })
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`it ended with ${code}: ${said.trim().split('\n').at(-1)}`)))
  })
}
