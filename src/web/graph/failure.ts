/** Errors under {plot_url}: a page for browsers, the envelope for other clients (contract). */

import { AppError } from '../../errors/errors.ts'
import type { Context, Middleware } from '../../http/context.ts'
import { ClientGone } from '../../http/disconnect.ts'
import { envelopeOf, setErrorHeaders, toAppError } from '../../http/middleware/errors.ts'
import { redirectWithoutSlash } from '../../http/redirect.ts'
import type { HttpDeps } from '../../http/routing/deps.ts'
import { type ErrorPlace, errorPage, wantsPage } from '../layout/error-page.ts'
import { type ErrorLanguage, errorLanguage } from '../layout/error-words/error-language.ts'
import { FileNotFound } from './file-address.ts'

/** Answers errors of inner middleware. The sandbox headers are set already. */
export function answerFailures({ config, log }: Pick<HttpDeps, 'config' | 'log'>): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (thrown) {
      if (thrown instanceof ClientGone || ctx.res.headersSent) throw thrown
      const error = toAppError(thrown, ctx, log)
      setErrorHeaders(ctx, error)
      ctx.vary('Accept')
      ctx.status = error.status
      if (wantsPage(ctx)) {
        ctx.vary('Accept-Language')
        if (error.code === 'not_found' && redirectWithoutSlash(ctx)) return
        ctx.type = 'text/html; charset=utf-8'
        const shown = error instanceof FileNotFound ? new AppError('not_found', error.message) : error
        ctx.body = errorPage(shown, {
          assetBase: `${config.plotUrl}/assets`,
          home: `${config.baseUrl}/`,
          graphPage: graphPageOf(config.plotUrl, ctx.path),
          frame: frameOf(ctx.query),
          language: languageOf(ctx),
        }).text
      } else {
        ctx.type = 'application/json; charset=utf-8'
        ctx.body = envelopeOf(error)
      }
    }
  }
}

/** The language of the page, or of the one that was asked for. */
function languageOf(ctx: Context): ErrorLanguage {
  const { locale } = ctx.query
  return errorLanguage(typeof locale === 'string' ? locale : null, ctx.acceptsLanguages())
}

/** A frame without a graph has the colours of one with a graph: see `themesOf`. */
function frameOf({ embed, theme }: Context['query']): ErrorPlace['frame'] {
  if (embed === undefined) return null
  return { theme: theme === 'auto' ? null : theme === 'dark' ? 'dark' : 'light' }
}

function graphPageOf(plotUrl: string, path: string): string | null {
  const [, graphId] = /^\/([\w-]{21})(?![\w-])/.exec(path) ?? []
  return graphId === undefined ? null : `${plotUrl}/${graphId}`
}
