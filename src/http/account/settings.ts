/** The password, the sessions, and the end of the account. */

import type { GraphsFate } from '../../accounts/removal.ts'
import { invalidParameter } from '../../errors.ts'
import type { Context } from '../deps.ts'
import type { Route } from '../router.ts'
import type { Desk, SignedInVisit } from './desk.ts'
import { type Faults, noFaults } from './fields.ts'
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

  return [
    {
      method: 'GET',
      path: '/account/settings',
      handle: desk.signedIn((ctx, visit) => showSettings(ctx, visit)),
    },
    {
      method: 'POST',
      path: '/account/password',
      handle: desk.signedInForm('/account/settings', (ctx, visit, form) =>
        desk.correctable(
          ctx,
          async () => {
            const current = form.get('current') ?? ''
            const next = form.get('password') ?? ''
            cookies.signIn(ctx, await accounts.changePassword(visit, current, next, desk.caller(ctx)))
            desk.goTo(ctx, '/account/settings', 'password-changed')
          },
          (faults, status) => showSettings(ctx, visit, 'password', faults, status),
        ),
      ),
    },
    {
      method: 'POST',
      path: '/account/sessions',
      handle: desk.signedInForm('/account/settings', (ctx, visit, form) =>
        desk.correctable(
          ctx,
          async () => {
            await accounts.signOutEverywhere(visit, form.get('current') ?? '')
            cookies.signOut(ctx)
            desk.goTo(ctx, '/account/sign-in', 'signed-out-everywhere')
          },
          (faults, status) => showSettings(ctx, visit, 'sessions', faults, status),
        ),
      ),
    },
    {
      method: 'GET',
      path: '/account/delete',
      handle: desk.signedIn((ctx, visit) => showGoodbye(ctx, visit)),
    },
    {
      method: 'POST',
      path: '/account/delete',
      handle: desk.signedInForm('/account/delete', (ctx, visit, form) =>
        desk.correctable(
          ctx,
          async () => {
            await accounts.remove(visit, form.get('current') ?? '', graphsFate(form.get('graphs')))
            cookies.signOut(ctx)
            desk.goTo(ctx, '/account/sign-in', 'account-deleted')
          },
          (faults, status) => showGoodbye(ctx, visit, faults, status),
        ),
      ),
    },
  ]
}

function graphsFate(choice: string | null): GraphsFate {
  if (choice === 'keep' || choice === 'delete') return choice
  throw invalidParameter('graphs', 'choose what shall become of your graphs')
}
