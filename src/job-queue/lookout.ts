/**
 * Sees to those who wait: an outcome may get lost with a process or a connection, and the last worker may die. Who
 * waits then finds the image in the store, or the job in the queue again, or is told within seconds.
 */

import { unavailable } from '../errors/errors.ts'
import type { WorkerWatch } from './heartbeats.ts'
import type { Outcomes, Waiter } from './outcomes.ts'

const everyMs = 500
/** Between two looks of somebody who waits, and of a render that nobody waits for. */
const recheckMs = { waiting: 3_000, background: 30_000 }
const looksAtOnce = 32
/** Less than the time between two looks: with the silence before the first, callers are told within 5 s of the death. */
const noWorkerMs = 900

const noWorker = () =>
  unavailable('no worker lives that could make the image; see that `plotgate worker` runs')

/** Returns the stop. */
export function startLookout(
  outcomes: Outcomes,
  workers: WorkerWatch,
  onError: (error: unknown) => void,
): () => void {
  let underWay = 0

  function look(waiter: Waiter, otherwise?: () => Error): void {
    waiter.lookAt = performance.now() + recheckMs[waiter.waiting ? 'waiting' : 'background']
    underWay += 1
    void waiter
      .look()
      .catch(error => otherwise ?? onError(error))
      .then(() => otherwise && waiter.reject(otherwise()))
      .finally(() => {
        underWay -= 1
      })
  }

  const timer = setInterval(() => {
    const now = performance.now()
    const { none } = workers
    for (const waiter of outcomes.all) {
      const waitedInVain = none !== null && none.until - Math.max(none.since, waiter.since) > noWorkerMs
      // The last worker may have made the image before it died, and nobody could say so.
      if (waiter.waiting && waitedInVain) look(waiter, noWorker)
      else if (waiter.lookAt <= now && underWay < looksAtOnce) look(waiter)
    }
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
