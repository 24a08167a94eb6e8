/** Routes of the settings: password, sessions, and how long graphs stay. */

import { readLifetime } from '../../../accounts/graph-lifetimes.ts'
import type { Context } from '../../../http/context.ts'
import type { Route } from '../../../http/routing/router.ts'
import { type Faults, noFaults } from '../forms/fields.ts'
import type { FormContext, SignedInSession } from '../forms/form-context.ts'
import { passwordForms, type Rerender } from './password-forms.ts'
import { settingsPage } from './settings-page.ts'

type Form = 'password' | 'sessions' | 'graphs'

export function settingsRoutes(forms: FormContext): readonly Route[] {
  const { deps, cookies, base } = forms
  const { accounts } = deps

  async function showSettings(
    ctx: Context,
    session: SignedInSession,
    form: Form | null = null,
    faults: Faults = noFaults,
    status = 200,
  ) {
    const faultsFor = (name: typeof form) => (form === name ? faults : noFaults)
    const body = settingsPage({
      base,
      session,
      sessions: await accounts.sessions(session),
      passwordFaults: faultsFor('password'),
      sessionFaults: faultsFor('sessions'),
      graphFaults: faultsFor('graphs'),
    })
    forms.show(ctx, { title: 'Settings', tab: 'settings', status, body }, session)
  }

  const formRoute = passwordForms(forms)
  const rerenderSettings =
    (form: Form): Rerender =>
    (ctx, session, faults, status) =>
      showSettings(ctx, session, form, faults, status)

  return [
    {
      method: 'GET',
      path: '/account/settings',
      handle: forms.signedIn((ctx, session) => showSettings(ctx, session)),
    },
    formRoute(
      '/account/password',
      '/account/settings',
      async (ctx, session, current, form) => {
        const next = form.get('password') ?? ''
        cookies.signIn(ctx, await accounts.changePassword(session, current, next, forms.caller(ctx)))
        forms.redirectAfterPost(ctx, '/account/settings', 'password-changed')
      },
      rerenderSettings('password'),
    ),
    formRoute(
      '/account/sessions',
      '/account/settings',
      async (ctx, session, current) => {
        await accounts.signOutEverywhere(session, current)
        cookies.signOut(ctx)
        forms.redirectAfterPost(ctx, '/account/sign-in', 'signed-out-everywhere')
      },
      rerenderSettings('sessions'),
    ),
    formRoute(
      '/account/graphs-stay',
      '/account/settings',
      async (ctx, session, _current, form) => {
        const stay = readLifetime('stay', form.get('stay') ?? '')
        await accounts.setGraphsStay(session.account.accountId, stay)
        forms.redirectAfterPost(ctx, '/account/settings', 'settings-saved')
      },
      rerenderSettings('graphs'),
    ),
  ]
}
