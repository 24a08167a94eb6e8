/** Validates requests for keys. Throws `invalid_parameter` with the field's name. */

import { type Scope, scopes } from '../../domain/actor.ts'
import { invalidParameter } from '../../errors/errors.ts'

/** In characters, not UTF-16 code units. */
export const maxKeyName = 80
export const maxGraceSeconds = 30 * 86_400

/**
 * Matches line breaks and control characters, which could make a name misleading in lists and logs, but not the joiners
 * within words of Persian and Hindi, and within emojis.
 */
const unprintable = /(?<![\p{L}\p{M}\p{S}])[\u200c\u200d]|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** The trimmed name. */
export function checkName(given: string): string {
  const name = given.trim()
  const { length } = [...name]
  if (length >= 1 && length <= maxKeyName && !unprintable.test(name)) return name
  throw invalidParameter('name', `give the key a name of 1 to ${maxKeyName} printable characters`)
}

/** The distinct scopes, in the order of `scopes`. */
export function checkScopes(given: readonly string[]): readonly Scope[] {
  const unknown = given.find(each => !scopes.some(scope => scope === each))
  if (unknown !== undefined) {
    throw invalidParameter(
      'scopes',
      `there is no scope ${JSON.stringify(unknown)}; take from ${scopes.join(', ')}`,
    )
  }
  if (given.length > 0) return scopes.filter(scope => given.includes(scope))
  throw invalidParameter('scopes', `a key needs at least one scope of ${scopes.join(', ')}`)
}

/** The date as an ISO string; null for a key that does not expire. */
export function checkExpiry(given: Date | null, now: number): string | null {
  if (given === null) return null
  if (given.getTime() > now && given.getUTCFullYear() < 10_000) return given.toISOString()
  throw invalidParameter('expiresAt', 'must be a date in the future, before the year 10000')
}

/** Checks how long the old key stays valid after a rotation. */
export function checkGrace(seconds: number): void {
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= maxGraceSeconds) return
  throw invalidParameter('graceSeconds', `must be a whole number of seconds from 0 to ${maxGraceSeconds}`)
}
