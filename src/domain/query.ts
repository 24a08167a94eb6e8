/** Parameters of queries (`?name=value`). */

import { type ErrorDetail, invalidParameter, invalidParameters } from '../errors/errors.ts'
import { nearest } from './figure/nearest.ts'

/** The value of a parameter, or null if absent. Throws `invalid_parameter` if the name is given twice. */
export function single(query: URLSearchParams, name: string): string | null {
  const [value, ...more] = query.getAll(name)
  if (more.length > 0) throw invalidParameter(name, 'is given more than once')
  return value ?? null
}

/** The value of a parameter that has few, or null if absent. Throws `invalid_parameter`, which names them, for others. */
export function choiceOf<T extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly T[],
): T | null {
  const given = single(query, name)
  const choice = choices.find(each => each === given)
  if (given === null || choice) return choice ?? null
  throw invalidParameter(name, `must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`)
}

/**
 * Throws `invalid_parameter` for each given name that is one of `names` misspelt, by one letter or two in each other's place.
 * Other unknown names are ignored, because link trackers and cache busters add their own, such as `session`.
 */
export function refuseMisspelt(given: Iterable<string>, names: readonly string[]): void {
  const faults: ErrorDetail[] = []
  for (const name of new Set(given)) {
    const meant = names.includes(name) ? null : nearest(name, names, 1)
    if (meant !== null)
      faults.push({ path: name, message: `there is no such parameter; did you mean ${meant}?` })
  }
  if (faults.length > 0) throw invalidParameters(faults)
}
