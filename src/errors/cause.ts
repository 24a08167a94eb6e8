/** What an error says happened: the words of its cause where it has one, by its name where that has none. */
export function causeOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message || cause.name : message
}
