/** What travels between the threads: batches of calls one way, batches of answers the other. */

import { type AppError, payloadTooLarge, unavailable } from '../../errors/errors.ts'

export type Call = readonly [id: number, name: string, args: readonly unknown[]]

export interface Failure {
  readonly code: 'payload_too_large' | 'unavailable' | 'fault'
  readonly message: string
}

export type Answer =
  | readonly [id: number, ok: true, value: unknown]
  | readonly [id: number, ok: false, failure: Failure]

/** The last message to a thread: it answers by ending. */
export const closing = 'close'

const tooBig = 18
/** Busy, locked, read-only, I/O, corrupt, full, cannot open, not a database: nothing a caller did. */
const storeIsAway = new Set([5, 6, 8, 10, 11, 13, 14, 26])

/** What a caller may know of an error. Errors of node:sqlite are of another realm under test: no instanceof. */
export function describeFailure(error: unknown): Failure {
  const { errcode, message } = error as { errcode?: number; message?: string }
  const primary = (errcode ?? 0) & 0xff
  const code = primary === tooBig ? 'payload_too_large' : storeIsAway.has(primary) ? 'unavailable' : 'fault'
  return { code, message: String(message ?? error) }
}

export function toError({ code, message }: Failure): Error {
  if (code === 'payload_too_large') return payloadTooLarge('the figure is larger than the store can hold')
  return code === 'unavailable' ? storeAway(new Error(message)) : new Error(`store: ${message}`)
}

export const storeAway = (cause?: unknown): AppError =>
  unavailable('the store does not answer; retry in a moment', cause)

export const storeClosed = (): AppError => unavailable('the store is closed')
