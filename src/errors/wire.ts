/** The serialised form of errors for threads, other processes and the store, in which classes are lost. */

import { isErrorCode } from './codes.ts'
import { AppError, type ErrorDetail } from './errors.ts'

/** An AppError as JSON, without its cause and headers. */
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

/** The error for a serialised one. Null if it is not ours or has a code of another release. */
export function fromWire(value: unknown): AppError | null {
  const { code, message, ...options } = (value ?? {}) as Partial<ErrorWire>
  if (typeof code !== 'string' || typeof message !== 'string' || !isErrorCode(code)) return null
  return new AppError(code, message, options)
}
