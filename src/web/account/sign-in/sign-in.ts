/** Routes for signing in and out. */

import type { Context } from '../../../http/context.ts'
import type { Route } from '../../../http/routing/router.ts'
import { noFaults } from '../forms/fields.ts'
import { takeFlash } from '../forms/flash.ts'
import type { FormContext } from '../forms/form-context.ts'
import { signInPage } from './sign-in-pages.ts'

/** Signing out needs no session: it clears the cookies. */
export function signInRoutes(forms: FormContext): readonly Route[] {
  const { deps, cookies, base } = forms
  const { accounts, config } = deps
  const open = config.signup === 'open'

  function showSignIn(ctx: Context, values: { name: string; next: string }, faults = noFaults, status = 200) {
    forms.show(ctx, { title: 'Sign in', status, body: signInPage({ base, open, faults, ...values }) })
  }

  return [
    {
      method: 'GET',
      path: '/account/sign-in',
      async handle(ctx) {
        if (await forms.session(ctx)) return forms.redirectAfterPost(ctx, '/account')
        const next = ownPath(new URLSearchParams(ctx.querystring).get('next'))
        const flash = takeFlash(ctx, cookies)
        forms.show(
          ctx,
          {
            title: 'Sign in',
            body: signInPage({ base, open, faults: noFaults, name: flash?.email ?? '', next }),
          },
          undefined,
          flash,
        )
      },
    },
    {
      method: 'POST',
      path: '/account/sign-in',
      handle: forms.form(async (ctx, form) => {
        const name = form.get('email') ?? ''
        const next = ownPath(form.get('next'))
        await forms.withFormErrors(
          ctx,
          async () => {
            await signIn(forms, ctx, name, form.get('password') ?? '')
            forms.redirectAfterPost(ctx, next)
          },
          (faults, status) => showSignIn(ctx, { name, next }, faults, status),
        )
      }),
    },
    {
      method: 'POST',
      path: '/account/sign-out',
      handle: forms.form(async ctx => {
        await accounts.signOut(cookies.get(ctx, 'session'))
        cookies.signOut(ctx)
        forms.redirectAfterPost(ctx, '/account/sign-in', 'signed-out')
      }),
    },
  ]
}

/** Signs in with a password. */
export async function signIn(
  { deps, cookies, caller }: FormContext,
  ctx: Context,
  name: string,
  password: string,
): Promise<void> {
  const tokens = await deps.accounts.signIn({
    ...caller(ctx),
    name,
    password,
    session: cookies.get(ctx, 'session'),
    knownBrowser: cookies.get(ctx, 'browser'),
  })
  cookies.signIn(ctx, tokens)
}

/** The path to return to after signing in, which must be a page of the account. */
function ownPath(given: string | null): string {
  const own = /^\/account(?:[/?][\w\-./?=&%+~:]*)?$/
  return given && given.length < 500 && own.test(given) && !given.includes('..') ? given : '/account'
}
