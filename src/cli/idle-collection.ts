/** Runs the garbage collector after load peaks, because V8 otherwise frees large buffers late. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { measureThreadUse } from '../async/thread-use.ts'

const everyMs = 5_000
/** Not worth a pause for less. */
const worthBytes = 96 * 2 ** 20
/** The utilisation of this thread below which it counts as idle. */
const idleBelow = 0.05

type Collect = (options: { readonly type: 'major'; readonly execution: 'async' }) => Promise<void>

/** Checks every few seconds, and collects if much memory was allocated since the last time and the thread is idle. */
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
