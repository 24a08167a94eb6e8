/** The client's address and scheme behind TRUST_PROXY proxies. */

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type Koa from 'koa'

/**
 * The entry written by the outermost trusted proxy: with `hops` trusted proxies, the `hops`-th from the right, or the first
 * of a shorter list. Entries left of it were sent by the client and may be forged.
 */
function believed(header: string | string[] | undefined, hops: number): string | undefined {
  if (hops === 0 || header === undefined) return undefined
  const entries = String(header).split(',')
  return entries[Math.max(0, entries.length - hops)]?.trim()
}

/** The IP address without port, brackets and IPv4-mapped prefix. Null if the text is not an IP address. */
function bare(text: string): string | null {
  let address = text
  if (address.startsWith('[')) address = /^\[(.*)\]/.exec(address)?.[1] ?? ''
  else if (address.includes('.') && address.indexOf(':') === address.lastIndexOf(':')) {
    address = address.split(':')[0] ?? ''
  }
  address = address.toLowerCase()
  if (address.startsWith('::ffff:') && address.includes('.')) address = address.slice(7)
  return isIP(address) === 0 ? null : address
}

/**
 * The client's IP address. `hops` is the number of trusted proxies in `X-Forwarded-For`, counted from its end.
 */
export function clientAddress(req: IncomingMessage, hops: number): string {
  const forwarded = believed(req.headers['x-forwarded-for'], hops)
  const address = forwarded === undefined ? null : bare(forwarded)
  const socket = req.socket.remoteAddress ?? ''
  return address ?? bare(socket) ?? socket
}

/** The scheme in `X-Forwarded-Proto` of the outermost trusted proxy, or that of the connection. */
export function clientScheme(req: IncomingMessage, hops: number): 'http' | 'https' {
  const forwarded = believed(req.headers['x-forwarded-proto'], hops)?.toLowerCase()
  if (forwarded === 'http' || forwarded === 'https') return forwarded
  return 'encrypted' in req.socket ? 'https' : 'http'
}

/**
 * Makes `ctx.ip`, `ctx.protocol` and `ctx.secure` follow TRUST_PROXY everywhere, including cookies. `ctx.host` is the Host
 * header, which host routing has validated; the router reads it for each request.
 */
export function trustProxies(app: Koa, hops: number): void {
  const property = (name: string, read: (req: IncomingMessage) => unknown) =>
    Object.defineProperty(app.request, name, {
      get(this: { req: IncomingMessage }) {
        return read(this.req)
      },
    })
  property('ip', req => clientAddress(req, hops))
  property('ips', req => [clientAddress(req, hops)])
  property('host', req => req.headers.host ?? '')
  property('protocol', req => clientScheme(req, hops))
  property('secure', req => clientScheme(req, hops) === 'https')
}
