/** Detects environment variables with misspelt names. */

import type { Environment } from '../config/config.ts'
import { variables } from '../config/variables.ts'
import { nearest } from '../domain/figure/nearest.ts'
import type { Log } from '../log.ts'

const prefix = 'PLOTGATE_'

/** How many letters may be wrong. The environment also has names of other programs, such as DATABASE_URL. */
const maxWrong = 2

export interface MisspeltName {
  readonly given: string
  readonly meant: string
}

/** Names that are similar to a known variable, or are one with the product's name as a prefix. */
export function misspeltNames(env: Environment): readonly MisspeltName[] {
  const known = Object.keys(variables)
  return Object.keys(env).flatMap(given => {
    if (known.includes(given)) return []
    const meant = nearest(given.startsWith(prefix) ? given.slice(prefix.length) : given, known, maxWrong)
    // If the correct variable is set too, its name is known.
    return meant === null || env[meant] !== undefined ? [] : [{ given, meant }]
  })
}

/** Logs a warning for each misspelt name. */
export function warnOfMisspeltNames(env: Environment, log: Log): void {
  for (const { given, meant } of misspeltNames(env)) {
    log.warn({ given, meant }, `${given} is not read; did you mean ${meant}?`)
  }
}
