/** What went wrong, in lines for a reader. */

import { AppError } from '../errors/errors.ts'

/** The faults of a figure, or of options, each have a line of their own where there are several. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return error instanceof Error ? error.message : String(error)
  const { message, details = [] } = error
  const all = details.length > 1 ? details : []
  return [message, ...all.map(({ path, message }) => `  ${path}: ${message}`)].join('\n')
}
