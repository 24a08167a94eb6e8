/** What failures of SQLite mean for callers, by its result codes. */

import { messageOf } from '../../errors/cause.ts'
import { type AppError, payloadTooLarge, unavailable } from '../../errors/errors.ts'

/** A failure as it is passed between threads. */
export interface Failure {
  readonly code: 'payload_too_large' | 'unavailable' | 'damaged' | 'fault'
  readonly message: string
}

/** Primary result codes (sqlite.org/rescode.html). */
const codes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  tooBig: 18,
  notADatabase: 26,
} as const

/** The index of the WAL could not grow, which SQLite reports as an I/O error. */
const shmSize = 4874

const unavailableCodes: ReadonlySet<number> = new Set([
  codes.busy,
  codes.locked,
  codes.readOnly,
  codes.ioError,
  codes.full,
  codes.cannotOpen,
])
const damageCodes: ReadonlySet<number> = new Set([codes.corrupt, codes.notADatabase])

/** The code and message for the caller. Avoids instanceof, because under Jest errors of node:sqlite are from another realm. */
export function describeFailure(error: unknown): Failure {
  return { code: codeOf(primaryOf(error)), message: messageOf(error) }
}

/** The primary result code of an error; 0 if it is not one of SQLite. */
const primaryOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff

/** Another process or connection has the lock. */
export const isBusy = (error: unknown): boolean => primaryOf(error) === codes.busy

/** Whether a write has failed because there is no space left. */
export const isDiskFull = (error: unknown): boolean =>
  primaryOf(error) === codes.full || (error as { errcode?: number }).errcode === shmSize

function codeOf(primary: number): Failure['code'] {
  if (primary === codes.tooBig) return 'payload_too_large'
  if (damageCodes.has(primary)) return 'damaged'
  return unavailableCodes.has(primary) ? 'unavailable' : 'fault'
}

/** The error of the domain for a failure in another thread. */
export function toError({ code, message }: Failure): Error {
  if (code === 'payload_too_large') return payloadTooLarge('the figure is larger than the store can hold')
  return code === 'unavailable' || code === 'damaged'
    ? storeUnavailable(new Error(message))
    : new Error(`store: ${message}`)
}

/** The error of a store whose threads do not answer. */
export const storeUnavailable = (cause?: unknown): AppError =>
  unavailable('the store does not answer; retry in a moment', cause)

/** The error of calls after `close`. */
export const storeClosed = (): AppError => unavailable('the store is closed')
