/** Environment variables that somebody may have set for this service under a name that it does not read. */

import type { Environment } from '../config.ts'
import { variables } from '../config-variables.ts'
import { nearest } from '../domain/figure/nearest.ts'
import type { Log } from '../log.ts'

const prefix = 'PLOTGATE_'

export interface MisspeltName {
  readonly given: string
  readonly meant: string
}

/** Names near to one that is read, or one that is read behind the product's name. */
export function misspeltNames(env: Environment): readonly MisspeltName[] {
  const known = Object.keys(variables)
  return Object.keys(env).flatMap(given => {
    if (known.includes(given)) return []
    const meant = nearest(given.startsWith(prefix) ? given.slice(prefix.length) : given, known)
    // Whoever set the one that is meant knows its name.
    return meant === null || env[meant] !== undefined ? [] : [{ given, meant }]
  })
}

/** One line of the log each; the service starts all the same. */
export function warnOfMisspeltNames(env: Environment, log: Log): void {
  for (const { given, meant } of misspeltNames(env)) {
    log.warn({ given, meant }, `${given} is not read; did you mean ${meant}?`)
  }
}
