/** Reports faults in arguments like REST does: all of them, with their paths. */

import { z } from 'zod'
import { type AppError, invalidParameters } from '../../errors/errors.ts'

interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[]
}

/** A whole number within bounds, with one message for any violation. */
export function wholeNumber(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}`
  return z.int(rule).min(min, rule).max(max, rule)
}

/** A list with at most `count` items. */
export const atMost = (count: number) =>
  z.array(z.unknown()).max(count, `has more than ${count} items; send several requests`)

/** Converts validation issues to `invalid_parameter`. */
export function faultsOf(issues: readonly Issue[]): AppError {
  const details = issues.map(({ path = [], message }) => ({ path: pathOf(path), message }))
  return invalidParameters(details, 'arguments have faults')
}

/** A JSON path: `input.data[0]`. */
export function pathOf(path: NonNullable<Issue['path']>): string {
  return path
    .map(step => (typeof step === 'object' ? step.key : step))
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key)}`))
    .join('')
}

/** Continues a remedy for callers without a valid key, whose limits are lower. */
export const keyRemedy = (isKnown: boolean): string => (isKnown ? '' : ', or send a valid API key')
