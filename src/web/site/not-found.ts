/** An address under {base_url} that leads nowhere: a page for people, the envelope for programs. */

import { notFound } from '../../errors/errors.ts'
import type { Middleware } from '../../http/context.ts'
import type { HttpDeps } from '../../http/deps.ts'
import { setErrorHeaders } from '../../http/middleware/errors.ts'
import { redirectWithoutSlash } from '../../http/redirect.ts'
import { errorPage, wantsPage } from '../layout/error-page.ts'
import { basePath, pagePolicy } from '../layout/layout.ts'

/** The last route of all. Addresses of the API (spec, /v1) are asked by programs alone. */
export function missingPage({ config }: Pick<HttpDeps, 'config'>): Middleware {
  const base = basePath(config.baseUrl)
  return async (ctx, next) => {
    const read = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (!read || ctx.path.startsWith('/v1/')) return next()
    ctx.vary('Accept')
    if (!wantsPage(ctx)) return next()
    const error = notFound(ctx.path)
    setErrorHeaders(ctx, error)
    if (redirectWithoutSlash(ctx)) return
    ctx.set('Content-Security-Policy', pagePolicy())
    ctx.status = error.status
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = errorPage(error, {
      assetBase: `${base}/assets`,
      home: `${base}/`,
    }).text
  }
}
