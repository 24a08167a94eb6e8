/** Who is calling, seen through TRUST_PROXY proxies. */

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type Koa from 'koa'

/**
 * The entry that the outermost believed proxy wrote: with `hops` believed proxies, the `hops`-th from the right.
 * Whatever stands left of it was sent by the client and may be a lie. A shorter list has its first entry taken.
 */
function believed(header: string | string[] | undefined, hops: number): string | undefined {
  if (hops === 0 || header === undefined) return undefined
  const entries = String(header).split(',')
  return entries[Math.max(0, entries.length - hops)]?.trim()
}

/** An address without port, brackets and the IPv4-in-IPv6 prefix; null when it is none. */
function bare(text: string): string | null {
  let address = text
  if (address.startsWith('[')) address = address.slice(1, address.indexOf(']'))
  else if (address.includes('.') && address.indexOf(':') === address.lastIndexOf(':')) {
    address = address.split(':')[0] ?? ''
  }
  address = address.toLowerCase()
  if (address.startsWith('::ffff:') && address.includes('.')) address = address.slice(7)
  return isIP(address) === 0 ? null : address
}

/**
 * An IP address. `hops`: how many proxies are believed; their entries are counted from the end of `X-Forwarded-For`.
 */
export function clientAddress(req: IncomingMessage, hops: number): string {
  const forwarded = believed(req.headers['x-forwarded-for'], hops)
  const address = forwarded === undefined ? null : bare(forwarded)
  const socket = req.socket.remoteAddress ?? ''
  return address ?? bare(socket) ?? socket
}

/** As `X-Forwarded-Proto` of the believed proxy says, else as the connection is. */
export function clientScheme(req: IncomingMessage, hops: number): 'http' | 'https' {
  const forwarded = believed(req.headers['x-forwarded-proto'], hops)?.toLowerCase()
  if (forwarded === 'http' || forwarded === 'https') return forwarded
  return 'encrypted' in req.socket && req.socket.encrypted ? 'https' : 'http'
}

/**
 * Makes `ctx.ip`, `ctx.protocol` and `ctx.secure` follow the rule in every route, cookies included. `ctx.host` is the
 * Host header, which host routing has found to be one: the router reads it for each request.
 */
export function trustProxies(app: Koa, hops: number): void {
  const property = (name: string, read: (req: IncomingMessage) => unknown) =>
    Object.defineProperty(app.request, name, {
      configurable: true,
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
