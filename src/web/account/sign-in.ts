/** Routes for signing up, in and out. */

import { passwordLength } from '../../accounts/password-rules.ts'
import { AppError, invalidParameter } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import type { Route } from '../../http/router.ts'
import { type Html, type HtmlValue, html } from '../layout/html.ts'
import { alert, type Faults, field, hidden, noFaults } from './fields.ts'
import { takeFlash } from './flash.ts'
import type { FormContext } from './form-context.ts'

/** Signing up requires SIGNUP=open. Invitations are one-time links. */
export function signInRoutes(forms: FormContext): readonly Route[] {
  const { deps, cookies, base } = forms
  const { accounts, config } = deps
  const open = config.signup === 'open'

  function showSignIn(ctx: Context, values: { name: string; next: string }, faults = noFaults, status = 200) {
    forms.show(ctx, { title: 'Sign in', status, body: signInPage({ base, open, faults, ...values }) })
  }

  function showSignUp(ctx: Context, email: string, faults = noFaults, status = 200) {
    const body = open ? signUpPage({ base, email, faults }) : byInvitation(base, config.signup)
    forms.show(ctx, { title: 'Create an account', status, body })
  }

  async function signIn(ctx: Context, name: string, password: string): Promise<void> {
    const tokens = await accounts.signIn({
      ...forms.caller(ctx),
      name,
      password,
      session: cookies.get(ctx, 'session'),
      knownBrowser: cookies.get(ctx, 'browser'),
    })
    cookies.signIn(ctx, tokens)
  }

  /** Signs in with the new account. Also works if the form was sent twice. */
  async function signInAfterSignUp(ctx: Context, email: string, password: string): Promise<void> {
    try {
      await signIn(ctx, email, password)
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
            await signIn(ctx, name, form.get('password') ?? '')
            forms.redirectAfterPost(ctx, next)
          },
          (faults, status) => showSignIn(ctx, { name, next }, faults, status),
        )
      }),
    },
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

const addressTaken = () =>
  invalidParameter(
    'email',
    'an account with this address has another password; sign in, or use another address',
  )

/** The path to return to after signing in, which must be a page of the account. */
function ownPath(given: string | null): string {
  const own = /^\/account(?:[/?][\w\-./?=&%+~:]*)?$/
  return given && given.length < 500 && own.test(given) && !given.includes('..') ? given : '/account'
}

interface SignInPage {
  readonly base: string
  readonly open: boolean
  readonly faults: Faults
  readonly name: string
  readonly next: string
}

function signInPage({ base, open, faults, name, next }: SignInPage): Html {
  return singleFormPage(
    'Sign in',
    html`${alert(faults)}
<form class="stack" method="post" action="${base}/account/sign-in">
${hidden('next', next)}
${field({ name: 'email', label: 'E-mail address', value: name, autocomplete: 'username', inputmode: 'email', autofocus: name === '' })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', autofocus: name !== '' })}
<button class="button-primary">Sign in</button>
</form>`,
    html`${open && html`<p>New here? <a href="${base}/account/sign-up">Create an account</a></p>`}
<p class="small muted">Password lost? The operator of this service can give you a one-time link for a new one.</p>`,
  )
}

export const newPassword = (faults: Faults, label = 'Password'): Html =>
  field({
    name: 'password',
    label,
    type: 'password',
    autocomplete: 'new-password',
    minlength: passwordLength.min,
    faults,
    hint: `At least ${passwordLength.min} characters. A few unrelated words are strong and easy to remember.`,
  })

function signUpPage({ base, email, faults }: { base: string; email: string; faults: Faults }): Html {
  return singleFormPage(
    'Create an account',
    html`${alert(faults)}
<form class="stack" method="post" action="${base}/account/sign-up">
${field({ name: 'email', label: 'E-mail address', value: email, autocomplete: 'username', inputmode: 'email', faults, autofocus: faults.size === 0, hint: 'You sign in with it. No mail is sent to it.' })}
${newPassword(faults)}
<button class="button-primary">Create account</button>
</form>`,
    html`<p>Have an account? <a href="${base}/account/sign-in">Sign in</a></p>`,
  )
}

const byInvitation = (base: string, signup: string): Html =>
  singleFormPage(
    signup === 'closed' ? 'No new accounts' : 'By invitation',
    html`<p>${
      signup === 'closed'
        ? 'This service does not accept new accounts.'
        : 'New accounts on this service are by invitation. Its operator can give you a one-time link.'
    }</p>`,
    html`<p>Have an account? <a href="${base}/account/sign-in">Sign in</a></p>`,
  )

/** A page for users who are not signed in, with a single form. */
export const singleFormPage = (title: string, body: HtmlValue, below?: HtmlValue): Html =>
  html`<div class="entrance stack"><h1>${title}</h1><div class="card stack">${body}</div>${below}</div>`
