/** Asks as a well-written client does: where the service is busy, again when it says so. */

import { setTimeout as pause } from 'node:timers/promises'
import type { createClient } from '../../examples/typescript/client.ts'
import { FollowRenderingDocument } from '../../examples/typescript/generated.ts'

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

/** Every state of a graph's rendering that is told, to the last; follows again where no page came free in time. */
export async function patientFollow(
  client: Pick<ReturnType<typeof createClient>, 'follow'>,
  graphId: string,
  onState: (status: string) => void = () => {},
): Promise<readonly string[]> {
  const told: string[] = []
  for (let tries = 1; ; tries++) {
    try {
      for await (const { rendering } of client.follow(FollowRenderingDocument, { graphId })) {
        told.push(rendering.status)
        onState(rendering.status)
      }
      return told
    } catch (error) {
      if (tries === 10 || (error as { code?: unknown }).code !== 'overloaded') throw error
    }
  }
}
