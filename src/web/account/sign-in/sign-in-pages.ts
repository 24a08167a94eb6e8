/** The pages for signing up and in. */

import { passwordLength } from '../../../accounts/password-rules.ts'
import { type Html, type HtmlValue, html } from '../../layout/html.ts'
import { alert, type Faults, field, hidden } from '../forms/fields.ts'

export interface SignInPage {
  readonly base: string
  readonly open: boolean
  readonly faults: Faults
  readonly name: string
  readonly next: string
}

/** With a link to signing up, if everybody may. */
export function signInPage({ base, open, faults, name, next }: SignInPage): Html {
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

/** The form of a new account. */
export function signUpPage({ base, email, faults }: { base: string; email: string; faults: Faults }): Html {
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

export const byInvitation = (base: string, signup: string): Html =>
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
