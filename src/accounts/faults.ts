/** Errors of signing in and of keys. */

import { AppError, invalidParameter } from '../errors/errors.ts'

/** The same error for unknown names and wrong passwords. Without `WWW-Authenticate`, because sign-ins use a form. */
export const wrongCredentials = () =>
  new AppError('unauthenticated', 'the e-mail address or the password is wrong')

export const wrongPassword = () =>
  invalidParameter('current', 'this is not the password of your account; nothing was changed')

/** The same for a key of another account. */
export const keyNotFound = (given: string) =>
  new AppError(
    'not_found',
    `your account has no key ${JSON.stringify(given.slice(0, 64))}; the account page lists those that it has`,
  )

/** A one-time link that does not work (any more). */
export class ExpiredLink extends AppError {
  constructor() {
    super('not_found', 'this link was used, replaced or has expired; ask the operator for a new one')
  }
}
