/** The password, the sessions, and the end of the account. */

import type { GraphsFate } from '../../accounts/removal.ts'
import { invalidParameter } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import type { Route } from '../../http/router.ts'
import { type Faults, noFaults } from './fields.ts'
import type { FormContext, SignedInSession } from './form-context.ts'
import { goodbyePage, settingsPage } from './settings-page.ts'

export function settingsRoutes(forms: FormContext): readonly Route[] {
  const { deps, cookies, base } = forms
  const { accounts, graphs } = deps

  async function showSettings(
    ctx: Context,
    visit: SignedInSession,
    form: 'password' | 'sessions' | null = null,
    faults: Faults = noFaults,
    status = 200,
  ) {
    const faultsFor = (name: typeof form) => (form === name ? faults : noFaults)
    const body = settingsPage({
      base,
      visit,
      sessions: await accounts.sessions(visit),
      passwordFaults: faultsFor('password'),
      sessionFaults: faultsFor('sessions'),
    })
    forms.show(ctx, { title: 'Settings', tab: 'settings', status, body }, visit)
  }

  async function showGoodbye(ctx: Context, visit: SignedInSession, faults: Faults = noFaults, status = 200) {
    const body = goodbyePage({
      base,
      email: visit.account.email,
      faults,
      total: await graphs.count(visit.actor),
    })
    forms.show(ctx, { title: 'Delete my account', tab: 'settings', status, body }, visit)
  }

  type Again = (ctx: Context, visit: SignedInSession, faults: Faults, status: number) => Promise<void>

  /** A form that asks for the password; what was wrong in it is shown on its own page, at `page`, again. */
  const step = (
    path: string,
    page: string,
    act: (ctx: Context, visit: SignedInSession, password: string, form: URLSearchParams) => Promise<void>,
    again: Again,
  ): Route => ({
    method: 'POST',
    path,
    handle: forms.signedInForm(page, (ctx, visit, form) =>
      forms.withFormErrors(
        ctx,
        () => act(ctx, visit, form.get('current') ?? '', form),
        (faults, status) => again(ctx, visit, faults, status),
      ),
    ),
  })

  const rerenderSettings =
    (form: 'password' | 'sessions'): Again =>
    (ctx, visit, faults, status) =>
      showSettings(ctx, visit, form, faults, status)

  return [
    {
      method: 'GET',
      path: '/account/settings',
      handle: forms.signedIn((ctx, visit) => showSettings(ctx, visit)),
    },
    step(
      '/account/password',
      '/account/settings',
      async (ctx, visit, current, form) => {
        const next = form.get('password') ?? ''
        cookies.signIn(ctx, await accounts.changePassword(visit, current, next, forms.caller(ctx)))
        forms.redirectAfterPost(ctx, '/account/settings', 'password-changed')
      },
      rerenderSettings('password'),
    ),
    step(
      '/account/sessions',
      '/account/settings',
      async (ctx, visit, current) => {
        await accounts.signOutEverywhere(visit, current)
        cookies.signOut(ctx)
        forms.redirectAfterPost(ctx, '/account/sign-in', 'signed-out-everywhere')
      },
      rerenderSettings('sessions'),
    ),
    {
      method: 'GET',
      path: '/account/delete',
      handle: forms.signedIn((ctx, visit) => showGoodbye(ctx, visit)),
    },
    step(
      '/account/delete',
      '/account/delete',
      async (ctx, visit, current, form) => {
        await accounts.remove(visit, current, graphsFate(form.get('graphs')))
        cookies.signOut(ctx)
        forms.redirectAfterPost(ctx, '/account/sign-in', 'account-deleted')
      },
      showGoodbye,
    ),
  ]
}

function graphsFate(choice: string | null): GraphsFate {
  if (choice === 'keep' || choice === 'delete') return choice
  throw invalidParameter('graphs', 'choose what shall become of your graphs')
}
