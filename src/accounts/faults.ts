/** What can go wrong on the way into an account. */

import { AppError, invalidParameter } from '../errors/errors.ts'

/** One answer for an unknown name and a wrong password. No `WWW-Authenticate`: a form is asked for, not a header. */
export const wrongCredentials = () =>
  new AppError('unauthenticated', 'the e-mail address or the password is wrong')

export const wrongPassword = () =>
  invalidParameter('current', 'this is not the password of your account; nothing was changed')

export const expiredLink = () =>
  new AppError('not_found', 'this link was used, replaced or has expired; ask the operator for a new one')
