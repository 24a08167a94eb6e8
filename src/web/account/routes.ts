/** The account pages: everything under `/account` (contract, "Accounts and keys"). */

import { ExpiredLink } from '../../accounts/faults.ts'
import type { Context, Middleware } from '../../http/context.ts'
import { ClientGone } from '../../http/disconnect.ts'
import { notFoundHere, setErrorHeaders, toAppError } from '../../http/middleware/errors.ts'
import { redirectWithoutSlash } from '../../http/redirect.ts'
import type { HttpDeps } from '../../http/routing/deps.ts'
import { createRouter, type Route } from '../../http/routing/router.ts'
import { errorBody, errorHeadline } from '../layout/error-page.ts'
import { html } from '../layout/html.ts'
import { pagePolicy } from '../layout/layout.ts'
import { createFormContext, type FormContext } from './forms/form-context.ts'
import { graphRoutes } from './gallery/graphs.ts'
import { keyChangeRoutes } from './keys/key-changes.ts'
import { keyRoutes } from './keys/keys.ts'
import { accountDeletionRoutes } from './settings/account-deletion.ts'
import { settingsRoutes } from './settings/settings.ts'
import { linkRoutes } from './sign-in/link.ts'
import { signInRoutes } from './sign-in/sign-in.ts'
import { signUpRoutes } from './sign-in/sign-up.ts'

export function accountRoutes(deps: HttpDeps): Middleware {
  const forms = createFormContext(deps)
  const route = createRouter(
    withReloads(forms, [
      ...signInRoutes(forms),
      ...signUpRoutes(forms),
      ...linkRoutes(forms),
      ...keyRoutes(forms),
      ...keyChangeRoutes(forms),
      ...graphRoutes(forms),
      ...settingsRoutes(forms),
      ...accountDeletionRoutes(forms),
    ]),
  )
  const policy = pagePolicy({ plotUrl: deps.config.plotUrl, scripts: true })

  return async (ctx, next) => {
    if (ctx.path !== '/account' && !ctx.path.startsWith('/account/')) return next()
    // Account pages are personal and must not be cached.
    ctx.set('Cache-Control', 'no-store')
    ctx.set('Content-Security-Policy', policy)
    ctx.set('Referrer-Policy', 'same-origin')
    ctx.set('X-Frame-Options', 'DENY')
    try {
      await route(ctx, async () => {
        if (!redirectWithoutSlash(ctx)) throw notFoundHere(ctx)
      })
    } catch (thrown) {
      await showError(forms, ctx, thrown)
    }
  }
}

/** The pages of forms that are posted to an address without a page. The default is `/account`. */
const pagesOfForms: Readonly<Record<string, string>> = {
  '/account/password': '/account/settings',
  '/account/sessions': '/account/settings',
  '/account/graphs-stay': '/account/settings',
}

/** Adds redirects from addresses that only accept forms to the pages of the forms, for reloads. */
function withReloads(forms: FormContext, routes: readonly Route[]): readonly Route[] {
  const pages = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  const formsAlone = routes.filter(({ path }) => !pages.has(path))
  return [
    ...routes,
    ...formsAlone.map(({ path }) => ({
      method: 'GET' as const,
      path,
      handle: (ctx: Context) => forms.redirectAfterPost(ctx, pagesOfForms[path] ?? '/account'),
    })),
  ]
}

async function showError(forms: FormContext, ctx: Context, thrown: unknown): Promise<void> {
  if (thrown instanceof ClientGone) throw thrown
  const error = toAppError(thrown, ctx, forms.deps.log)
  setErrorHeaders(ctx, error)
  const back = html`<a class="button" href="${forms.base}/account">To the account page</a>`
  const title = error instanceof ExpiredLink ? 'This link no longer works' : errorHeadline(error)
  const page = { title, status: error.status, body: errorBody(error, back, { headline: title }) }
  // If the store is unavailable, looking up the session would only wait again.
  const here = error.code === 'unavailable' ? null : await forms.session(ctx).catch(() => null)
  forms.show(ctx, page, here ?? undefined, null)
}
