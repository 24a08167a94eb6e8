/**
 * Watches over waiting callers. An outcome may be lost with a process or a connection, and the last worker may die. A
 * recheck then finds the image in the store, adds the job again, or reports the failure within seconds.
 */

import { unavailable } from '../errors/errors.ts'
import type { WorkerWatch } from './heartbeats.ts'
import type { Outcomes, Waiter } from './outcomes.ts'

const everyMs = 500
/** The intervals of rechecks for jobs that somebody waits for and for background jobs. */
const recheckMs = { waiting: 3_000, background: 30_000 }
const concurrentRechecks = 32
/** Shorter than the interval of rechecks, so that callers have an answer within 5 s after the last worker died. */
const noWorkerMs = 900

const noWorker = () =>
  unavailable('no worker lives that could make the image; see that `plotgate worker` runs')

/** Returns a function that stops it. */
export function startRechecks(
  outcomes: Outcomes,
  workers: WorkerWatch,
  onError: (error: unknown) => void,
): () => void {
  let inFlight = 0

  function recheck(waiter: Waiter, otherwise?: () => Error): void {
    waiter.recheckAt = performance.now() + recheckMs[waiter.waiting ? 'waiting' : 'background']
    inFlight += 1
    void waiter
      .recheck()
      .catch(error => otherwise ?? onError(error))
      .then(() => otherwise && waiter.reject(otherwise()))
      .finally(() => {
        inFlight -= 1
      })
  }

  const timer = setInterval(() => {
    const now = performance.now()
    const { none } = workers
    for (const waiter of outcomes.all) {
      const waitedInVain = none !== null && none.until - Math.max(none.since, waiter.since) > noWorkerMs
      // The last worker may have stored the image before it died, without reporting it.
      if (waiter.waiting && waitedInVain) recheck(waiter, noWorker)
      else if (waiter.recheckAt <= now && inFlight < concurrentRechecks) recheck(waiter)
    }
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
