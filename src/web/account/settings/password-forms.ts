/** Forms of signed-in people, most of which require the password. */

import type { Context } from '../../../http/context.ts'
import type { Route } from '../../../http/routing/router.ts'
import type { Faults } from '../forms/fields.ts'
import type { FormContext, SignedInSession } from '../forms/form-context.ts'

/** Shows the form with its errors. */
export type Rerender = (
  ctx: Context,
  session: SignedInSession,
  faults: Faults,
  status: number,
) => Promise<void>

/** Returns a function that makes the route of a form. Errors are shown on the form's page, `page`. */
export const passwordForms =
  (forms: FormContext) =>
  (
    path: string,
    page: string,
    act: (ctx: Context, session: SignedInSession, password: string, form: URLSearchParams) => Promise<void>,
    rerender: Rerender,
  ): Route => ({
    method: 'POST',
    path,
    handle: forms.signedInForm(page, (ctx, session, form) =>
      forms.withFormErrors(
        ctx,
        () => act(ctx, session, form.get('current') ?? '', form),
        (faults, status) => rerender(ctx, session, faults, status),
      ),
    ),
  })
