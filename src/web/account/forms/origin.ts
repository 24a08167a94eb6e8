/**
 * CSRF protection: forms are accepted only from pages of this site, by the Origin header that browsers send with every POST.
 * A null origin (sandboxed frames, data: URLs, cross-site redirects) is refused like a foreign one. SameSite=Lax cookies are
 * the second line of defence.
 */

import type { IncomingMessage } from 'node:http'
import { forbidden } from '../../../errors/errors.ts'

/** Rejects with `forbidden` unless the request comes from a page of this site. */
export function requireOwnOrigin(req: IncomingMessage, baseUrl: string): void {
  const { origin, host, 'sec-fetch-site': site } = req.headers
  if (site !== undefined && site !== 'same-origin') throw foreign()
  if (origin === undefined || origin === 'null') throw foreign()
  // Any Host header is served (contract), so the page may be open under another name of this host.
  const scheme = new URL(baseUrl).protocol
  if (origin !== new URL(baseUrl).origin && origin !== `${scheme}//${host}`) throw foreign()
}

const foreign = () =>
  forbidden('this form was not sent from a page of this site; open the account page itself and try again')
