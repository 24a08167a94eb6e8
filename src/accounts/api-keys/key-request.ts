/** What is asked of a key, checked: each fault is an `invalid_parameter` under the field's name. */

import { type Scope, scopes } from '../../domain/actor.ts'
import { invalidParameter } from '../../errors/errors.ts'

export const maxKeyName = 80
export const maxGraceSeconds = 30 * 86_400

// Line breaks and other control characters would let a name pretend to be something else in a list or a log.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** The name without space around it. */
export function checkName(given: string): string {
  const name = given.trim()
  if (name.length >= 1 && name.length <= maxKeyName && !unprintable.test(name)) return name
  throw invalidParameter('name', `give the key a name of 1 to ${maxKeyName} printable characters`)
}

/** The scopes as `scopes` orders them, each once. */
export function checkScopes(given: readonly Scope[]): readonly Scope[] {
  for (const scope of given) {
    if (!scopes.includes(scope)) {
      throw invalidParameter(
        'scopes',
        `there is no scope ${JSON.stringify(scope)}; take from ${scopes.join(', ')}`,
      )
    }
  }
  if (given.length > 0) return scopes.filter(scope => given.includes(scope))
  throw invalidParameter('scopes', `a key needs at least one scope of ${scopes.join(', ')}`)
}

/** The date as it is stored, ISO 8601; null for a key that does not expire. */
export function checkExpiry(given: Date | null, now: number): string | null {
  if (given === null) return null
  if (given.getTime() > now && given.getUTCFullYear() < 10_000) return given.toISOString()
  throw invalidParameter('expiresAt', 'must be a date in the future')
}

/** How long the old key stays valid beside the one that takes its place. */
export function checkGrace(seconds: number): void {
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= maxGraceSeconds) return
  throw invalidParameter('graceSeconds', `must be a whole number of seconds from 0 to ${maxGraceSeconds}`)
}
