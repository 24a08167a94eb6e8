/** Email addresses as sign-in names. */

import { invalidParameter } from '../errors/errors.ts'

/** The sign-in name of the operator's account, which has no email address. */
export const operatorName = 'operator'

const shape = /^[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+$/u
const maxLength = 254

/** Normalises a name: ignores letter case, width and surrounding white space. */
const normal = (given: string): string => given.trim().normalize('NFKC').toLowerCase()

/** The normalised name; null if no account can have it. */
export function readSignInName(given: string): string | null {
  const name = normal(given)
  return name === operatorName || (name.length <= maxLength && shape.test(name)) ? name : null
}

/** The address of a new account. Throws `invalid_parameter`. */
export function readEmail(given: string): string {
  const email = normal(given)
  if (email.length <= maxLength && shape.test(email)) return email
  throw invalidParameter('email', 'must be an e-mail address such as ada@example.org')
}

export const isSignInName = (text: string): boolean => readSignInName(text) === text
