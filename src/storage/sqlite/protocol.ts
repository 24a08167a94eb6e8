/** The messages between threads: batches of calls and batches of answers. */

import { messageOf } from '../../errors/cause.ts'
import { type AppError, payloadTooLarge, unavailable } from '../../errors/errors.ts'

export type Call = readonly [id: number, name: string, args: readonly unknown[]]

export interface Failure {
  readonly code: 'payload_too_large' | 'unavailable' | 'damaged' | 'fault'
  readonly message: string
}

export type Answer =
  | readonly [id: number, ok: true, value: unknown]
  | readonly [id: number, ok: false, failure: Failure]

/** The last message to a thread, which then ends. */
export const closing = 'close'

const busy = 5
const full = 13
const tooBig = 18
/** Result codes for which no caller is to blame: busy, locked, read-only, I/O error, full, cannot open. */
const unavailableCodes = new Set([busy, 6, 8, 10, full, 14])
/** Result codes of damaged files: corrupt, not a database. */
const storeIsDamaged = new Set([11, 26])

/** The code and message for the caller. Avoids instanceof, because under Jest errors of node:sqlite are from another realm. */
export function describeFailure(error: unknown): Failure {
  return { code: codeOf(primaryOf(error)), message: messageOf(error) }
}

/** SQLite's primary result code; 0 for other errors. */
const primaryOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff

/** Another process or connection has the lock. */
export const isBusy = (error: unknown): boolean => primaryOf(error) === busy

/** The index of the WAL could not grow, which SQLite reports as an I/O error. */
const shmSize = 4874

/** Whether a write has failed because there is no space left. */
export const isDiskFull = (error: unknown): boolean =>
  primaryOf(error) === full || (error as { errcode?: number }).errcode === shmSize

function codeOf(primary: number): Failure['code'] {
  if (primary === tooBig) return 'payload_too_large'
  if (storeIsDamaged.has(primary)) return 'damaged'
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
