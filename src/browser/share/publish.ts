/** Stores the chart for whoever is signed in. */

import type { JsonObject } from '../json.ts'

export interface Published {
  readonly permalink: string
  /** The HTML that embeds it. */
  readonly embed: string
}

/** Rejects with the service's own sentence. */
export async function publishChart(address: string, figure: JsonObject): Promise<Published> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(figure),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer?.error?.message ?? `The service answered ${response.status}.`)
  return answer.graph
}
