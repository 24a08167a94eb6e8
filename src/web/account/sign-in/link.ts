/**
 * One-time links. A link for setting a password is not consumed by opening it: its token moves from the address bar to a
 * cookie, so that it stays out of histories, logs and referrers. A link that signs in is consumed at once.
 */

import { operatorName } from '../../../accounts/emails.ts'
import { ExpiredLink } from '../../../accounts/faults.ts'
import type { Link } from '../../../accounts/one-time-links.ts'
import type { Context } from '../../../http/context.ts'
import type { Route } from '../../../http/routing/router.ts'
import { type Html, html } from '../../layout/html.ts'
import { alert, type Faults, noFaults } from '../forms/fields.ts'
import type { FormContext } from '../forms/form-context.ts'
import { newPassword, singleFormPage } from './sign-in-pages.ts'

export function linkRoutes(forms: FormContext): readonly Route[] {
  const { deps, cookies, base } = forms
  const { accounts } = deps

  async function signIn(ctx: Context, token: string): Promise<void> {
    const tokens = await accounts.signInByLink(token, forms.caller(ctx))
    if (!tokens) throw new ExpiredLink()
    await accounts.signOut(cookies.get(ctx, 'session'))
    cookies.signIn(ctx, tokens)
    forms.redirectAfterPost(ctx, '/account/graphs', 'operator-signed-in')
  }

  return [
    {
      method: 'GET',
      path: '/account/link/:token',
      async handle(ctx, token) {
        const link = await accounts.link(token)
        if (link?.kind === 'sign-in' && ctx.method === 'GET') return signIn(ctx, token)
        if (!link) {
          // The link of the first start was opened again after it had signed in.
          if ((await forms.session(ctx))?.account.email === operatorName)
            return forms.redirectAfterPost(ctx, '/account/graphs')
          throw new ExpiredLink()
        }
        cookies.set(ctx, 'link', token)
        forms.redirectAfterPost(ctx, '/account/link')
      },
    },
    {
      method: 'GET',
      path: '/account/link',
      async handle(ctx) {
        const link = await accounts.link(cookies.get(ctx, 'link') ?? '')
        if (!link || link.kind === 'sign-in') throw new ExpiredLink()
        forms.show(ctx, { title: 'Choose a password', body: linkPage(base, link, noFaults) })
      },
    },
    {
      method: 'POST',
      path: '/account/link',
      handle: forms.form(async (ctx, form) => {
        const token = cookies.get(ctx, 'link') ?? ''
        const link = await accounts.link(token)
        if (!link) {
          // The button was clicked twice, and the first click has signed in.
          if (await forms.session(ctx)) return forms.redirectAfterPost(ctx, '/account')
          throw new ExpiredLink()
        }
        await forms.withFormErrors(
          ctx,
          async () => {
            const tokens = await accounts.followLink(token, form.get('password') ?? '', forms.caller(ctx))
            await accounts.signOut(cookies.get(ctx, 'session'))
            cookies.clear(ctx, 'link')
            cookies.signIn(ctx, tokens)
            forms.redirectAfterPost(ctx, '/account', 'password-set')
          },
          (faults, status) =>
            forms.show(ctx, { title: 'Choose a password', status, body: linkPage(base, link, faults) }),
        )
      }),
    },
  ]
}

function linkPage(base: string, { kind, email }: Link, faults: Faults): Html {
  return singleFormPage(
    kind === 'invite' ? 'Welcome' : 'Choose a new password',
    html`${alert(faults)}
<p>${kind === 'invite' ? 'Choose a password for your account,' : 'For the account'} <strong>${email}</strong>.</p>
<form class="stack" method="post" action="${base}/account/link">
<input type="text" name="email" value="${email}" autocomplete="username" readonly hidden>
${newPassword(faults)}
<button class="button-primary">Set password and sign in</button>
</form>`,
    html`<p class="small muted">This signs out every browser that is signed in to this account.</p>`,
  )
}
