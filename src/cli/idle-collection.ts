/** Gives memory back after a rush: V8 collects large buffers late where their bytes count as part of its heap. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { measureThreadUse } from '../async/thread-use.ts'

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
  const threadUse = measureThreadUse()
  const timer = setInterval(() => {
    const use = threadUse()
    const { external } = process.memoryUsage()
    kept = Math.min(kept, external)
    if (external - kept < worthBytes || use > idleBelow) return
    void collect({ type: 'major', execution: 'async' }).then(() => {
      kept = process.memoryUsage().external
    })
  }, everyMs)
  timer.unref()
}
