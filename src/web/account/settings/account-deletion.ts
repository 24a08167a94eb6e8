/** Routes for deleting the account. */

import type { GraphsOnRemoval } from '../../../accounts/removal.ts'
import { invalidParameter } from '../../../errors/errors.ts'
import type { Context } from '../../../http/context.ts'
import type { Route } from '../../../http/routing/router.ts'
import { type Faults, noFaults } from '../forms/fields.ts'
import type { FormContext, SignedInSession } from '../forms/form-context.ts'
import { passwordForms } from './password-forms.ts'
import { deleteAccountPage } from './settings-page.ts'

export function accountDeletionRoutes(forms: FormContext): readonly Route[] {
  const { deps, cookies, base } = forms
  const { accounts, graphs } = deps
  const formRoute = passwordForms(forms)

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

  return [
    {
      method: 'GET',
      path: '/account/delete',
      handle: forms.signedIn((ctx, session) =>
        // Without a password, the form could not be sent. The settings say how to choose one.
        session.account.passwordHash === null
          ? forms.redirectAfterPost(ctx, '/account/settings')
          : showGoodbye(ctx, session),
      ),
    },
    formRoute(
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
