/** What errors say. They may be anything that was thrown. */

/** The message of an error. Without `instanceof`, because under Jest errors of Node are from another realm. */
export function messageOf(error: unknown): string {
  const { message } = Object(error) as { readonly message?: unknown }
  return typeof message === 'string' ? message : String(error)
}

/** The message of an error's cause, or of the error itself. Falls back to the error's name if the message is empty. */
export function causeOf(error: unknown): string {
  const { cause } = error as Error
  return cause instanceof Error ? cause.message || cause.name : messageOf(error)
}

/** Libraries add a stack or a log of theirs below it. */
export const firstLineOf = (error: unknown): string => messageOf(error).trimStart().split('\n', 1)[0] ?? ''
