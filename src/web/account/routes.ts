/** The account pages: everything under `/account` (contract, "Accounts and keys"). */

import { notFound } from '../../errors/errors.ts'
import type { Context, Middleware } from '../../http/context.ts'
import type { HttpDeps } from '../../http/deps.ts'
import { ClientGone, setErrorHeaders, toAppError } from '../../http/middleware/errors.ts'
import { createRouter } from '../../http/router.ts'
import { html } from '../layout/html.ts'
import { pagePolicy } from '../layout/layout.ts'
import { sentence } from './fields.ts'
import { createDesk, type Desk } from './form-context.ts'
import { graphRoutes } from './graphs.ts'
import { keyRoutes } from './keys.ts'
import { linkRoutes } from './link.ts'
import { settingsRoutes } from './settings.ts'
import { entrance, signInRoutes } from './sign-in.ts'

export function accountRoutes(deps: HttpDeps): Middleware {
  const desk = createDesk(deps)
  const route = createRouter([
    ...signInRoutes(desk),
    ...linkRoutes(desk),
    ...keyRoutes(desk),
    ...graphRoutes(desk),
    ...settingsRoutes(desk),
  ])
  const policy = pagePolicy({ plotUrl: deps.config.plotUrl, scripts: true })

  return async (ctx, next) => {
    if (ctx.path !== '/account' && !ctx.path.startsWith('/account/')) return next()
    // Signed in or not, a page here is for one person at one moment.
    ctx.set('Cache-Control', 'no-store')
    ctx.set('Content-Security-Policy', policy)
    ctx.set('Referrer-Policy', 'same-origin')
    ctx.set('X-Frame-Options', 'DENY')
    try {
      await route(ctx, async () => {
        throw notFound(ctx.path)
      })
    } catch (thrown) {
      await showError(desk, ctx, thrown)
    }
  }
}

const titles: Readonly<Record<number, string>> = {
  403: 'Not allowed',
  404: 'Not found',
  429: 'Too many tries',
  503: 'Busy at the moment',
}

async function showError(desk: Desk, ctx: Context, thrown: unknown): Promise<void> {
  if (thrown instanceof ClientGone) throw thrown
  const error = toAppError(thrown, ctx, desk.deps.log)
  setErrorHeaders(ctx, error)
  const title = titles[error.status] ?? 'That did not work'
  const body = entrance(
    title,
    html`<p>${sentence(error.message)}</p><p><a class="button" href="${desk.base}/account">To the account page</a></p>`,
  )
  desk.show(ctx, { title, status: error.status, body }, undefined, null)
}
