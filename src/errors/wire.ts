/** The one form in which errors travel between threads, processes and the store: classes do not survive the way. */

import { isErrorCode } from './codes.ts'
import { AppError, type ErrorDetail } from './errors.ts'

/** An AppError without what only this process knows: its cause and headers. JSON can carry it. */
export interface ErrorWire {
  readonly code: string
  readonly message: string
  readonly details?: readonly ErrorDetail[]
  /** In seconds. */
  readonly retryAfter?: number
  readonly costly?: true
}

export const toWire = ({ code, message, details, retryAfter, costly }: AppError): ErrorWire => ({
  code,
  message,
  ...(details && { details }),
  ...(retryAfter !== undefined && { retryAfter }),
  ...(costly && { costly }),
})

/** Null where it is none of ours, or one that only another release knows. */
export function fromWire(value: unknown): AppError | null {
  const { code, message, ...options } = (value ?? {}) as Partial<ErrorWire>
  if (typeof code !== 'string' || typeof message !== 'string' || !isErrorCode(code)) return null
  return new AppError(code, message, options)
}
