/** The message of an error's cause, or of the error itself. Falls back to the error's name if the message is empty. */
export function causeOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message || cause.name : message
}
