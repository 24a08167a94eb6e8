/** Security headers. Modules that serve pages replace the Content-Security-Policy by their own. */

import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Middleware } from '../context.ts'

/** Helmet's headers are equal for all answers, so they are computed once and copied. */
export function securityHeaders(baseUrl: string): Middleware {
  const headers = recorded({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
    },
    // Keeps graph addresses from other sites, while form posts still carry their origin.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: baseUrl.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    xDownloadOptions: false,
    xXssProtection: false,
  })
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value)
    return next()
  }
}

function recorded(options: Parameters<typeof helmet>[0]): [string, string][] {
  const req = new IncomingMessage(new Socket())
  const res = new ServerResponse(req)
  helmet(options)(req, res, () => {})
  return Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)])
}
