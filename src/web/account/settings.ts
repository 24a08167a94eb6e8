/** The password, the sessions, and the end of the account. */

import type { GraphsFate } from '../../accounts/removal.ts'
import { invalidParameter } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import type { Route } from '../../http/router.ts'
import { type Faults, noFaults } from './fields.ts'
import type { Desk, SignedInVisit } from './form-context.ts'
import { goodbyePage, settingsPage } from './settings-page.ts'

export function settingsRoutes(desk: Desk): readonly Route[] {
  const { deps, cookies, base } = desk
  const { accounts, graphs } = deps

  async function showSettings(
    ctx: Context,
    visit: SignedInVisit,
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
    desk.show(ctx, { title: 'Settings', tab: 'settings', status, body }, visit)
  }

  async function showGoodbye(ctx: Context, visit: SignedInVisit, faults: Faults = noFaults, status = 200) {
    const body = goodbyePage({
      base,
      email: visit.account.email,
      faults,
      total: await graphs.count(visit.actor),
    })
    desk.show(ctx, { title: 'Delete my account', tab: 'settings', status, body }, visit)
  }

  type Again = (ctx: Context, visit: SignedInVisit, faults: Faults, status: number) => Promise<void>

  /** A form that asks for the password; what was wrong in it is shown on its own page, at `page`, again. */
  const step = (
    path: string,
    page: string,
    act: (ctx: Context, visit: SignedInVisit, password: string, form: URLSearchParams) => Promise<void>,
    again: Again,
  ): Route => ({
    method: 'POST',
    path,
    handle: desk.signedInForm(page, (ctx, visit, form) =>
      desk.correctable(
        ctx,
        () => act(ctx, visit, form.get('current') ?? '', form),
        (faults, status) => again(ctx, visit, faults, status),
      ),
    ),
  })

  const settingsAgain =
    (form: 'password' | 'sessions'): Again =>
    (ctx, visit, faults, status) =>
      showSettings(ctx, visit, form, faults, status)

  return [
    {
      method: 'GET',
      path: '/account/settings',
      handle: desk.signedIn((ctx, visit) => showSettings(ctx, visit)),
    },
    step(
      '/account/password',
      '/account/settings',
      async (ctx, visit, current, form) => {
        const next = form.get('password') ?? ''
        cookies.signIn(ctx, await accounts.changePassword(visit, current, next, desk.caller(ctx)))
        desk.goTo(ctx, '/account/settings', 'password-changed')
      },
      settingsAgain('password'),
    ),
    step(
      '/account/sessions',
      '/account/settings',
      async (ctx, visit, current) => {
        await accounts.signOutEverywhere(visit, current)
        cookies.signOut(ctx)
        desk.goTo(ctx, '/account/sign-in', 'signed-out-everywhere')
      },
      settingsAgain('sessions'),
    ),
    {
      method: 'GET',
      path: '/account/delete',
      handle: desk.signedIn((ctx, visit) => showGoodbye(ctx, visit)),
    },
    step(
      '/account/delete',
      '/account/delete',
      async (ctx, visit, current, form) => {
        await accounts.remove(visit, current, graphsFate(form.get('graphs')))
        cookies.signOut(ctx)
        desk.goTo(ctx, '/account/sign-in', 'account-deleted')
      },
      showGoodbye,
    ),
  ]
}

function graphsFate(choice: string | null): GraphsFate {
  if (choice === 'keep' || choice === 'delete') return choice
  throw invalidParameter('graphs', 'choose what shall become of your graphs')
}
