/** Readiness checks as probes ask for them, of services and of queue workers. */

import { messageOf } from '../../errors/cause.ts'
import { type AppError, unavailable } from '../../errors/errors.ts'
import type { Log } from '../../log.ts'

/** How long the result of a check is cached. */
const cacheMs = 1_000

/** Resolves to null while all is well, else to the error that says what is not. */
export type Readiness = () => Promise<AppError | null>

interface Words {
  /** Stands before the reason of a failure. */
  readonly failing: string
  readonly well: string
}

/** The check, run at most once per second. Probes come every few seconds, so only changes are logged. */
export function readiness(
  check: () => Promise<void>,
  { failing, well }: Words,
  log: Log,
  now = () => performance.now(),
): Readiness {
  let last: string | null = null
  return cached(async () => {
    const error = await check().then(
      () => null,
      cause => unavailable(`${failing}: ${messageOf(cause)}`, cause),
    )
    const reason = error?.message ?? null
    if (reason !== null && reason !== last) log.warn(reason)
    if (reason === null && last !== null) log.info(well)
    last = reason
    return error
  }, now)
}

/** Runs at most one check at a time and one per second, so that probes cause no load. */
function cached(check: Readiness, now: () => number): Readiness {
  let last: ReturnType<Readiness> | null = null
  let until = Number.POSITIVE_INFINITY
  return () => {
    if (last && now() < until) return last
    until = Number.POSITIVE_INFINITY
    last = check().finally(() => {
      until = now() + cacheMs
    })
    return last
  }
}
