/** Formats errors for the terminal. */

import { messageOf } from '../errors/cause.ts'
import { AppError } from '../errors/errors.ts'

/** A message about the body of a request, reworded for a file. */
export const aboutFile = (message: string): string => message.replace(/^the body /, 'the file ')

/** The message of an error. Several faults of a figure or of options have a line each. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return messageOf(error)
  const { message, details = [] } = error
  const all = details.length > 1 ? details : []
  return [aboutFile(message), ...all.map(({ path, message }) => `  ${path}: ${message}`)].join('\n')
}
