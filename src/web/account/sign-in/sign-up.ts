/** Routes for signing up, which requires SIGNUP=open. Invitations are one-time links. */

import { AppError, invalidParameter } from '../../../errors/errors.ts'
import type { Context } from '../../../http/context.ts'
import type { Route } from '../../../http/routing/router.ts'
import { noFaults } from '../forms/fields.ts'
import type { FormContext } from '../forms/form-context.ts'
import { signIn } from './sign-in.ts'
import { byInvitation, signUpPage } from './sign-in-pages.ts'

export function signUpRoutes(forms: FormContext): readonly Route[] {
  const { deps, base } = forms
  const { accounts, config } = deps
  const open = config.signup === 'open'

  function showSignUp(ctx: Context, email: string, faults = noFaults, status = 200) {
    const body = open ? signUpPage({ base, email, faults }) : byInvitation(base, config.signup)
    forms.show(ctx, { title: 'Create an account', status, body })
  }

  /** Signs in with the new account. Also works if the form was sent twice. */
  async function signInAfterSignUp(ctx: Context, email: string, password: string): Promise<void> {
    try {
      await signIn(forms, ctx, email, password)
      forms.redirectAfterPost(ctx, '/account', 'signed-up')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'unauthenticated') throw addressTaken()
      // Sign-ins for this name are throttled. The account exists, and its owner can sign in later.
      if (error.code !== 'rate_limited') throw error
      forms.redirectAfterPost(ctx, '/account/sign-in', 'signed-up-later', email.trim().toLowerCase())
    }
  }

  return [
    {
      method: 'GET',
      path: '/account/sign-up',
      async handle(ctx) {
        if (await forms.session(ctx)) return forms.redirectAfterPost(ctx, '/account')
        showSignUp(ctx, '')
      },
    },
    {
      method: 'POST',
      path: '/account/sign-up',
      handle: forms.form(async (ctx, form) => {
        const email = form.get('email') ?? ''
        await forms.withFormErrors(
          ctx,
          async () => {
            const password = form.get('password') ?? ''
            await accounts.signUp({ email, password, address: forms.caller(ctx).address })
            await signInAfterSignUp(ctx, email, password)
          },
          (faults, status) => showSignUp(ctx, email, faults, status),
        )
      }),
    },
  ]
}

const addressTaken = () =>
  invalidParameter(
    'email',
    'an account with this address has another password; sign in, or use another address',
  )
