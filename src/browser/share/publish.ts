/** Stores the chart for the person who is signed in. */

import type { JsonObject } from '../json.ts'

export interface Published {
  readonly permalink: string
  /** The HTML that embeds it. */
  readonly embed: string
}

/** Rejects with the errors of the service, one per line, or with a sentence if there is no answer of it. */
export async function publishChart(address: string, figure: JsonObject): Promise<Published> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(figure),
  }).catch(() => null)
  if (!response)
    throw new Error('The service cannot be reached. Check your connection, then press Publish again.')
  // A proxy answers with a page of its own.
  const answer = await response.json().catch(() => null)
  if (!answer?.graph) {
    throw new Error(
      faultsOf(answer?.error) || `The service answered ${response.status}. Press Publish again in a moment.`,
    )
  }
  return answer.graph
}

interface Refusal {
  readonly message: string
  readonly details?: readonly { readonly path: string; readonly message: string }[]
}

/** The message for several errors only contains their number. */
function faultsOf(error: Refusal | undefined): string {
  const faults = error?.details?.map(({ path, message }) => `${path}: ${message}`) ?? []
  if (faults.length > 1) return `This chart cannot be stored as it is.\n${faults.join('\n')}`
  const message = error?.message ?? ''
  return message && `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
}
