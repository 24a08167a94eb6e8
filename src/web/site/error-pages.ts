/** Errors under {base_url}: a page for browsers, the envelope for other clients. */

import type { Middleware } from '../../http/context.ts'
import { ClientGone } from '../../http/disconnect.ts'
import { setErrorHeaders, toAppError } from '../../http/middleware/errors.ts'
import { pathOf } from '../../http/path-of.ts'
import { redirectWithoutSlash } from '../../http/redirect.ts'
import type { HttpDeps } from '../../http/routing/deps.ts'
import { errorPage, wantsPage } from '../layout/error-page.ts'
import { errorLanguage } from '../layout/error-words/error-language.ts'
import { pagePolicy } from '../layout/layout.ts'

/** To be used before the routes of pages. The API (/v1) always answers with the envelope. */
export function errorPages({ config, log }: Pick<HttpDeps, 'config' | 'log'>): Middleware {
  const base = pathOf(config.baseUrl)
  return async (ctx, next) => {
    try {
      await next()
    } catch (thrown) {
      const read = ctx.method === 'GET' || ctx.method === 'HEAD'
      if (!read || ctx.path.startsWith('/v1/') || thrown instanceof ClientGone || ctx.res.headersSent) {
        throw thrown
      }
      ctx.vary('Accept')
      if (!wantsPage(ctx)) throw thrown
      const error = toAppError(thrown, ctx, log)
      setErrorHeaders(ctx, error)
      if (error.code === 'not_found' && redirectWithoutSlash(ctx)) return
      ctx.set('Content-Security-Policy', pagePolicy())
      ctx.status = error.status
      ctx.type = 'text/html; charset=utf-8'
      ctx.vary('Accept-Language')
      const language = errorLanguage(null, ctx.acceptsLanguages())
      ctx.body = errorPage(error, { assetBase: `${base}/assets`, home: `${base}/`, language }).text
    }
  }
}
