/** Parameters of queries (`?name=value`). */

import { type ErrorDetail, invalidParameter, invalidParameters } from '../errors/errors.ts'
import { nearest } from './figure/nearest.ts'

/** The value of a parameter, or null if absent. Throws `invalid_parameter` if the name is given twice. */
export function single(query: URLSearchParams, name: string): string | null {
  const [value, ...more] = query.getAll(name)
  if (more.length > 0) throw invalidParameter(name, 'is given more than once')
  return value ?? null
}

/**
 * Throws `invalid_parameter` for each unknown name that is one of `names` misspelt. Other unknown names are ignored,
 * because link trackers and cache busters add their own.
 */
export function refuseMisspelt(query: URLSearchParams, names: readonly string[]): void {
  const faults: ErrorDetail[] = []
  for (const given of new Set(query.keys())) {
    const meant = names.includes(given) ? null : nearest(given, names)
    if (meant !== null)
      faults.push({ path: given, message: `there is no such parameter; did you mean ${meant}?` })
  }
  if (faults.length > 0) throw invalidParameters(faults)
}
