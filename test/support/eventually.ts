/** Waits for what comes in its own time: a busy machine takes longer, and no test is wrong for it. */

import { setTimeout as pause } from 'node:timers/promises'

/** Asks until the answer is true, or fails after `withinMs` with what was waited for. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 90_000,
): Promise<void> {
  const until = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(`after ${withinMs} ms still not: ${what}`)
    await pause(20)
  }
}
