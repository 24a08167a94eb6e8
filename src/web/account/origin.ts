/**
 * Forms are taken from this site's own pages alone. Every browser says where a POST comes from; a null origin
 * (sandboxed frames, data addresses, redirects across sites) is refused like a foreign one. SameSite=Lax cookies
 * are the second line.
 */

import type { IncomingMessage } from 'node:http'
import { forbidden } from '../../errors/errors.ts'

/** Rejects with `forbidden` unless the request comes from a page of this site. */
export function requireOwnOrigin(req: IncomingMessage, baseUrl: string): void {
  const { origin, host, 'sec-fetch-site': site } = req.headers
  if (site !== undefined && site !== 'same-origin') throw foreign()
  if (origin === undefined || origin === 'null') throw foreign()
  // Any Host header is served (contract), so a page may also be open under another name of this host.
  const scheme = new URL(baseUrl).protocol
  if (origin !== new URL(baseUrl).origin && origin !== `${scheme}//${host}`) throw foreign()
}

const foreign = () =>
  forbidden('this form was not sent from a page of this site; open the account page itself and try again')
