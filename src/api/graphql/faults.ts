/** Faults in arguments, told as REST tells them: every one, with its path. */

import { AppError, type ErrorDetail } from '../../errors/errors.ts'

interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[]
}

/** `invalid_parameter` from the issues of a schema. */
export function faultsOf(issues: readonly Issue[]): AppError {
  const details: ErrorDetail[] = issues.map(issue => ({
    path: pathOf(issue.path ?? []),
    message: issue.message,
  }))
  const message =
    details.length === 1
      ? `${details[0]?.path}: ${details[0]?.message}`
      : `${details.length} arguments have faults; see details`
  return new AppError('invalid_parameter', message, { details })
}

function pathOf(path: NonNullable<Issue['path']>): string {
  return path
    .map(step => (typeof step === 'object' ? step.key : step))
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key)}`))
    .join('')
}
