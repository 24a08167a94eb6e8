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
    throw unavailable(`${url} cannot be reached: ${reasonOf(error as Error)}`, error)
  }
}

/** The message of OpenSSL for an answer that is not TLS names no address and no remedy. */
function reasonOf(error: Error): string {
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException
  return code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG'
    ? 'it does not answer in TLS; try http://'
    : causeOf(error)
}
