/** The account pages: everything under `/account` (contract, "Accounts and keys"). */

import { notFound } from '../../errors.ts'
import type { Context, HttpDeps, Middleware } from '../deps.ts'
import { ClientGone, setErrorHeaders, toAppError } from '../middleware/errors.ts'
import { html } from '../pages/html.ts'
import { pagePolicy } from '../pages/layout.ts'
import { createRouter } from '../router.ts'
import { createDesk, type Desk } from './desk.ts'
import { sentence } from './fields.ts'
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
