/** Loads modules that a start has skipped once the process is idle. */

import module from 'node:module'
import { measureThreadUse } from '../async/thread-use.ts'

const everyMs = 500
/** The utilisation of this thread below which it counts as idle. */
const idleBelow = 0.2

/** `load` is called once; it must not reject. */
export function loadWhenIdle(load: () => Promise<void>): void {
  const threadUse = measureThreadUse()
  const timer = setInterval(async () => {
    if (threadUse() > idleBelow) return
    clearInterval(timer)
    await load()
    // Otherwise the compile cache is written only if the process exits normally.
    module.flushCompileCache()
  }, everyMs)
  timer.unref()
}
