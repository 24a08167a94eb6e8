/** What starts of browsers that fail mean: one is passed over, several are told to callers, too many end the process. */

import { AppError, unavailable } from '../errors/errors.ts'

/** So many failures in a row, over so long a time. */
export interface Patience {
  readonly failures: number
  readonly ms: number
}

export interface LaunchRecord {
  /** Why no page can be had; null while the next start may well succeed. */
  readonly fault: AppError | null
  succeeded(): void
  /** True when patience has just come to its end. */
  failed(error: unknown): boolean
}

/** Callers wait for so long: a browser that was killed while it started is soon replaced. */
const callersPatience: Patience = { failures: 4, ms: 7000 }

/** `last`: after it the process is better ended, for its supervisor to start anew; null is never. */
export function createLaunchRecord(last: Patience | null): LaunchRecord {
  let failures = 0
  let since = 0
  let fault: AppError | null = null
  let ended = false

  const isOver = (patience: Patience) =>
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
      if (isOver(callersPatience)) {
        fault = error instanceof AppError ? error : unavailable(`the browser did not start: ${error}`, error)
      }
      if (ended || last === null || !isOver(last)) return false
      ended = true
      return true
    },
  }
}
