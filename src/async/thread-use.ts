/** How busy this thread is. */

import { performance } from 'node:perf_hooks'

/** What it returns tells the part of the time, from 0 to 1, in which this thread was at work since it was last asked. */
export function measureThreadUse(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  }
}
