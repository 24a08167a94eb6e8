/** HTTP requests of commands to a service. */

import { causeOf } from '../errors/cause.ts'
import { unavailable } from '../errors/errors.ts'

/** Rejects with `unavailable` if the service does not answer in time. */
export async function postJson(
  url: string,
  path: string,
  { headers, body, patienceMs }: { headers: Record<string, string>; body: BodyInit; patienceMs: number },
): Promise<Response> {
  try {
    return await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      // A redirect must not carry the key to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
  } catch (error) {
    throw unavailable(`${url} cannot be reached: ${causeOf(error)}`, error)
  }
}
