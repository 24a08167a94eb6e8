/** Rendering yields to answering: whether the event loop is idle enough for renders that nobody waits for. */

import { performance } from 'node:perf_hooks'
import { measureThreadUse } from '../async/thread-use.ts'

/** Above this share of busy time the event loop has answers to give. */
const busyShare = 0.7
const windowMs = 100

/** The returned function says whether the event loop was less busy than that over the last window. */
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
