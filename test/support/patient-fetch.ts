/** Asks as a well-written client does: where the service is busy, again when it says so. */

import { setTimeout as pause } from 'node:timers/promises'

/** The first answer that is none of 429, 503 and 504, or the last one after `withinMs`. */
export async function patientFetch(
  url: string,
  init: RequestInit = {},
  withinMs = 90_000,
): Promise<Response> {
  const until = performance.now() + withinMs
  for (;;) {
    const response = await fetch(url, init)
    const wait = Number(response.headers.get('retry-after'))
    if (![429, 503, 504].includes(response.status) || !wait || performance.now() > until) return response
    await response.body?.cancel()
    await pause(Math.min(wait, 5) * 1000)
  }
}
