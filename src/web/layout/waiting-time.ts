/** A number of seconds as a person says it, in English: `a second`, `42 seconds`, `9 minutes`. */
export function waitingTime(seconds: number): string {
  if (seconds === 1) return 'a second'
  return seconds <= 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
