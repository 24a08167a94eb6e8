/** Formats errors for the terminal. */

import { AppError } from '../errors/errors.ts'

/** The message of an error. Several faults of a figure or of options have a line each. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return error instanceof Error ? error.message : String(error)
  const { message, details = [] } = error
  const all = details.length > 1 ? details : []
  return [message, ...all.map(({ path, message }) => `  ${path}: ${message}`)].join('\n')
}
