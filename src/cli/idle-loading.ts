/** What a start left out is loaded once it is over, when nothing else is to be done. */

import module from 'node:module'
import { measureThreadUse } from '../async/thread-use.ts'

const everyMs = 500
/** The part of the time in which this thread had something to do. */
const idleBelow = 0.2

/** `load` is called once; it must not reject. */
export function loadWhenIdle(load: () => Promise<void>): void {
  const threadUse = measureThreadUse()
  const timer = setInterval(async () => {
    if (threadUse() > idleBelow) return
    clearInterval(timer)
    await load()
    // Else only a process that ends in order leaves what it compiled to the next.
    module.flushCompileCache()
  }, everyMs)
  timer.unref()
}
