/** Routes of the settings: password, sessions, and deleting the account. */

import { readGraphsStay } from '../../accounts/graph-lifetimes.ts'
import type { GraphsOnRemoval } from '../../accounts/removal.ts'
import { invalidParameter } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import type { Route } from '../../http/router.ts'
import { type Faults, noFaults } from './fields.ts'
import type { FormContext, SignedInSession } from './form-context.ts'
import { deleteAccountPage, settingsPage } from './settings-page.ts'

type Form = 'password' | 'sessions' | 'graphs'

export function settingsRoutes(forms: FormContext): readonly Route[] {
  const { deps, cookies, base } = forms
  const { accounts, graphs } = deps

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

  async function showGoodbye(
    ctx: Context,
    session: SignedInSession,
    faults: Faults = noFaults,
    status = 200,
  ) {
    const body = deleteAccountPage({
      base,
      email: session.account.email,
      faults,
      total: await graphs.count(session.actor),
    })
    forms.show(ctx, { title: 'Delete my account', tab: 'settings', status, body }, session)
  }

  type Again = (ctx: Context, session: SignedInSession, faults: Faults, status: number) => Promise<void>

  /** A form route. Most forms require the password. Errors are shown on the form's page, `page`. */
  const step = (
    path: string,
    page: string,
    act: (ctx: Context, session: SignedInSession, password: string, form: URLSearchParams) => Promise<void>,
    again: Again,
  ): Route => ({
    method: 'POST',
    path,
    handle: forms.signedInForm(page, (ctx, session, form) =>
      forms.withFormErrors(
        ctx,
        () => act(ctx, session, form.get('current') ?? '', form),
        (faults, status) => again(ctx, session, faults, status),
      ),
    ),
  })

  const rerenderSettings =
    (form: Form): Again =>
    (ctx, session, faults, status) =>
      showSettings(ctx, session, form, faults, status)

  return [
    {
      method: 'GET',
      path: '/account/settings',
      handle: forms.signedIn((ctx, session) => showSettings(ctx, session)),
    },
    step(
      '/account/password',
      '/account/settings',
      async (ctx, session, current, form) => {
        const next = form.get('password') ?? ''
        cookies.signIn(ctx, await accounts.changePassword(session, current, next, forms.caller(ctx)))
        forms.redirectAfterPost(ctx, '/account/settings', 'password-changed')
      },
      rerenderSettings('password'),
    ),
    step(
      '/account/sessions',
      '/account/settings',
      async (ctx, session, current) => {
        await accounts.signOutEverywhere(session, current)
        cookies.signOut(ctx)
        forms.redirectAfterPost(ctx, '/account/sign-in', 'signed-out-everywhere')
      },
      rerenderSettings('sessions'),
    ),
    step(
      '/account/graphs-stay',
      '/account/settings',
      async (ctx, session, _current, form) => {
        const stay = readGraphsStay('stay', form.get('stay') ?? '')
        await accounts.setGraphsStay(session.account.accountId, stay)
        forms.redirectAfterPost(ctx, '/account/settings', 'settings-saved')
      },
      rerenderSettings('graphs'),
    ),
    {
      method: 'GET',
      path: '/account/delete',
      handle: forms.signedIn((ctx, session) => showGoodbye(ctx, session)),
    },
    step(
      '/account/delete',
      '/account/delete',
      async (ctx, session, current, form) => {
        await accounts.remove(session, current, graphsFate(form.get('graphs')))
        cookies.signOut(ctx)
        forms.redirectAfterPost(ctx, '/account/sign-in', 'account-deleted')
      },
      showGoodbye,
    ),
  ]
}

function graphsFate(choice: string | null): GraphsOnRemoval {
  if (choice === 'keep' || choice === 'delete') return choice
  throw invalidParameter('graphs', 'choose what should happen to your graphs')
}
