/**
 * Counts browsers that do not start. One failure is ignored, several in a row are reported to callers, and too many end
 * the process.
 */

import { AppError, unavailable } from '../errors/errors.ts'

/** The number of failures in a row, and the time that they must have lasted. */
export interface FailureLimit {
  readonly failures: number
  readonly ms: number
}

export interface LaunchRecord {
  /** The error for callers who want a page; null as long as the next start may well succeed. */
  readonly fault: AppError | null
  succeeded(): void
  /** Records a failure. Returns true, once, if the process is to be ended. */
  failed(error: unknown): boolean
}

/** Until then callers wait, because a browser that was killed while it started is soon replaced. */
const callersLimit: FailureLimit = { failures: 4, ms: 7000 }

/** `last`: when the process is to be ended, so that its supervisor starts a new one; null for never. */
export function createLaunchRecord(last: FailureLimit | null): LaunchRecord {
  let failures = 0
  let since = 0
  let fault: AppError | null = null
  let ended = false

  const isOver = (patience: FailureLimit) =>
    failures >= patience.failures && performance.now() - since >= patience.ms

  return {
    get fault() {
      return fault
    },
    succeeded() {
      failures = 0
      fault = null
    },
    failed(error) {
      if (failures === 0) since = performance.now()
      failures += 1
      if (isOver(callersLimit)) {
        fault = error instanceof AppError ? error : unavailable(`the browser did not start: ${error}`, error)
      }
      if (ended || last === null || !isOver(last)) return false
      ended = true
      return true
    },
  }
}
