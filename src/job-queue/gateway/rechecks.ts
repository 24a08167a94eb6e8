/**
 * Watches over waiting callers. An outcome may be lost with a process or a connection, and the last worker may die. A
 * recheck then finds the image in the store, adds the job again, or reports the failure within seconds.
 */

import { unavailable } from '../../errors/errors.ts'
import type { WithoutWorkers, WorkerWatch } from '../heartbeats.ts'
import type { Outcomes, Waiter } from './outcomes.ts'

const everyMs = 500
/** The intervals of rechecks for jobs that somebody waits for and for background jobs. */
const recheckMs = { waiting: 3_000, background: 30_000 }
const concurrentRechecks = 32
/**
 * How long callers wait without a live worker. They have an answer within 5 s after the last worker died or Redis vanished,
 * but not because Redis was restarted.
 */
const patienceMs = { noWorker: 900, noAnswer: 3_000 }

const noWorker = () =>
  unavailable('no worker lives that could make the image; see that `plotgate worker` runs')
const noAnswer = () => unavailable('the render queue does not answer')

/** The error for who has waited in vain; null if there is hope. */
function failureFor({ since }: Waiter, none: WithoutWorkers | null): (() => Error) | null {
  if (none === null) return null
  const waitedMs = none.until - Math.max(none.since, since)
  if (waitedMs <= (none.answered ? patienceMs.noWorker : patienceMs.noAnswer)) return null
  return none.answered ? noWorker : noAnswer
}

/** Returns a function that stops it. */
export function startRechecks(
  outcomes: Outcomes,
  workers: WorkerWatch,
  onError: (error: unknown) => void,
): () => void {
  let inFlight = 0

  function recheck(waiter: Waiter, otherwise: (() => Error) | null): void {
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
    for (const waiter of outcomes.all) {
      const failure = waiter.waiting ? failureFor(waiter, workers.none) : null
      // The last worker may have stored the image before it died, without reporting it.
      if (failure) recheck(waiter, failure)
      else if (waiter.recheckAt <= now && inFlight < concurrentRechecks) recheck(waiter, null)
    }
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
