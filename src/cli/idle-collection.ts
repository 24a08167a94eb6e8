/** Gives memory back after a rush: V8 collects large buffers late where their bytes count as part of its heap. */

import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const everyMs = 5_000
/** Less than that is no reason to stop for. */
const worthBytes = 96 * 2 ** 20
/** The part of the time in which this thread had something to do. */
const idleBelow = 0.05

type Collect = (options: { readonly type: 'major'; readonly execution: 'async' }) => Promise<void>

/** Looks every few seconds, and collects where much has come since the last time and little is asked just now. */
export function collectWhenIdle(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  let kept = process.memoryUsage().external
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    const { external } = process.memoryUsage()
    kept = Math.min(kept, external)
    if (external - kept < worthBytes || utilization > idleBelow) return
    void collect({ type: 'major', execution: 'async' }).then(() => {
      kept = process.memoryUsage().external
    })
  }, everyMs)
  timer.unref()
}
