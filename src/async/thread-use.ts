/** Measures the load of this thread. */

import { performance } from 'node:perf_hooks'

/** Returns a function that gives the thread's utilisation, from 0 to 1, since its last call. */
export function measureThreadUse(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  }
}
