/** HTTP requests of commands to a service, through the proxy and with the certificates that other clients use. */

import { readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import tls from 'node:tls'
import { causeOf } from '../errors/cause.ts'
import { invalidParameter, unavailable } from '../errors/errors.ts'

/** How often a request is sent in all, if the connection is refused or lost: a service that restarts is back soon. */
const attempts = 3
const pauseMs = 500
const lost = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Sends a request that may be repeated. Rejects with `unavailable` if the service does not answer in time. */
export async function postJson(
  url: string,
  path: string,
  { headers, body, patienceMs }: { headers: Record<string, string>; body: BodyInit; patienceMs: number },
): Promise<Response> {
  useProxy(process.env)
  if (url.startsWith('https:')) trustAuthorities(process.env)
  const signal = AbortSignal.timeout(patienceMs)
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
        // A redirect must not carry the key to another address.
        redirect: 'error',
        signal,
      })
    } catch (error) {
      if (attempt === attempts || !lost.has(codeOf(error))) {
        const reason = `${reasonOf(error)}${aboutProxy(url, process.env)}`
        throw unavailable(`${url} cannot be reached: ${reason}`, error)
      }
      await setTimeout(pauseMs * attempt)
    }
  }
}

const codeOf = (error: unknown): string =>
  ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? ''

/** Like curl and the Python client, uses HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Node before 24.14 cannot. */
function useProxy(env: NodeJS.ProcessEnv): void {
  try {
    http.setGlobalProxyFromEnv?.(env)
  } catch (error) {
    throw invalidParameter('HTTP_PROXY, HTTPS_PROXY', `not the address of a proxy: ${causeOf(error)}`)
  }
}

/** The errors of a proxy do not say whose they are. */
function aboutProxy(url: string, env: NodeJS.ProcessEnv): string {
  const name = url.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const isSet = env[name] || env[name.toLowerCase()]
  return isSet ? `; ${name} names a proxy, NO_PROXY the hosts that are reached without it` : ''
}

/** Like curl and the Python client, trusts the authorities of the system and of SSL_CERT_FILE. */
function trustAuthorities({ SSL_CERT_FILE: file }: NodeJS.ProcessEnv): void {
  const known = [...tls.getCACertificates('default'), ...tls.getCACertificates('system')]
  try {
    tls.setDefaultCACertificates(file ? [...known, String(readFileSync(file))] : known)
  } catch (error) {
    throw invalidParameter('SSL_CERT_FILE', `${file} cannot be used: ${causeOf(error)}`)
  }
}

const notTls = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'])
const distrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** The messages of OpenSSL name no remedy. */
function reasonOf(error: unknown): string {
  const code = codeOf(error)
  if (notTls.has(code)) return 'it does not answer in TLS; try http://'
  if (!distrusted.has(code)) return causeOf(error)
  // Node adds the advice to start it with another option.
  return `${causeOf(error).split(';')[0]}; for an authority of your own, set SSL_CERT_FILE to the file with its certificate (PEM)`
}
