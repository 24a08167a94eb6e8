/** Readiness checks as probes ask for them, of services and of queue workers. */

import { messageOf } from '../errors/cause.ts'
import { unavailable } from '../errors/errors.ts'

/** How long the result of a check is cached. */
const cacheMs = 1_000

/** The check, run at most once per second. A failure is rejected as `unavailable`, with `what` before its reason. */
export function readiness(check: () => Promise<void>, what: string): () => Promise<void> {
  const recent = cached(check)
  return () =>
    recent().catch(cause => {
      throw unavailable(`${what}: ${messageOf(cause)}`, cause)
    })
}

/** Runs at most one check at a time and one per second, so that probes cause no load. */
function cached(check: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> | null = null
  let until = Number.POSITIVE_INFINITY
  return () => {
    if (last && performance.now() < until) return last
    until = Number.POSITIVE_INFINITY
    last = check()
    const settled = () => {
      until = performance.now() + cacheMs
    }
    last.then(settled, settled)
    return last
  }
}
