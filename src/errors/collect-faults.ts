/** Runs several checks of parameters, and reports the faults of all of them at once. */

import { AppError, type ErrorDetail, invalidParameters } from './errors.ts'

/** Runs all checks and returns their results. If some fail with `invalid_parameter`, rejects once with all of their faults. */
export const checkAll = async <T extends readonly unknown[]>(
  ...checks: { readonly [I in keyof T]: () => Promise<T[I]> }
): Promise<T> => valuesOf<T>(await Promise.allSettled(checks.map(check => check())))

/** Like `checkAll`, for parameters that are read at once. Throws. */
export const readAll = <T extends readonly unknown[]>(
  ...readers: { readonly [I in keyof T]: () => T[I] }
): T => valuesOf<T>(readers.map(settled))

function settled(read: () => unknown): PromiseSettledResult<unknown> {
  try {
    return { status: 'fulfilled', value: read() }
  } catch (reason) {
    return { status: 'rejected', reason }
  }
}

/** The values, in order. Throws the first error that is about something else, or else the faults of all. */
function valuesOf<T>(outcomes: readonly PromiseSettledResult<unknown>[]): T {
  const values: unknown[] = []
  const faults: ErrorDetail[] = []
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') values.push(outcome.value)
    else faults.push(...faultsOf(outcome.reason))
  }
  if (faults.length > 0) throw invalidParameters(faults)
  // One of each outcome, in the order of the tuple.
  return values as unknown as T
}

/** The faults of a failed check. Throws an error that is not about parameters. */
function faultsOf(error: unknown): readonly ErrorDetail[] {
  if (error instanceof AppError && error.code === 'invalid_parameter') return error.details ?? []
  throw error
}
