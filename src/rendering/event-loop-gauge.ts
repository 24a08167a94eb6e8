/** Says whether the event loop is idle enough for background renders, which must not delay answers. */

import { performance } from 'node:perf_hooks'
import { measureThreadUse } from '../async/thread-use.ts'

/** If the event loop is busy for a larger share of the time than this, it has answers to give. */
const busyShare = 0.7
const windowMs = 100

/** Returns a function that says whether the event loop was less busy than that in the last window. */
export function createEventLoopGauge(): () => boolean {
  let began = performance.now()
  const threadUse = measureThreadUse()
  let free = true
  return () => {
    const now = performance.now()
    if (now - began < windowMs) return free
    free = threadUse() < busyShare
    began = now
    return free
  }
}
