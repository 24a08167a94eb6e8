/** The settings pages: password, sessions, and deleting the account. */

import type { AccountSession } from '../../../accounts/account-session.ts'
import type { Session } from '../../../accounts/sessions.ts'
import { type Html, html, raw } from '../../layout/html.ts'
import { sentence } from '../../layout/sentence.ts'
import { alert, type Faults, field, hidden, minute, select } from '../forms/fields.ts'
import { newPassword } from '../sign-in/sign-in-pages.ts'
import { browserName } from './browser-name.ts'

interface SettingsPage {
  readonly base: string
  readonly session: AccountSession
  readonly sessions: readonly Session[]
  readonly passwordFaults: Faults
  readonly sessionFaults: Faults
  readonly graphFaults: Faults
}

/** The lifetimes of graphs that the form offers. The operator's command accepts any length. */
const stays: Readonly<Record<string, string>> = {
  forever: 'Until I delete them',
  '1d': 'For a day',
  '1w': 'For a week',
  '30d': 'For 30 days',
  '90d': 'For 90 days',
  '1y': 'For a year',
}

const currentPassword = (id: string, faults: Faults): Html =>
  field({
    id,
    name: 'current',
    label: 'Current password',
    type: 'password',
    autocomplete: 'current-password',
    faults,
  })

/** The settings page, with the errors of a submitted form beside its fields. */
export function settingsPage(page: SettingsPage): Html {
  const { base, session, sessions, sessionFaults, graphFaults } = page
  const { account, session: current } = session
  const stay = account.graphsStay ?? 'forever'
  return html`<div class="stack-wide">
<h1>Settings</h1>
<section class="card stack form-sheet" aria-labelledby="graphs"><h2 id="graphs">Graphs</h2>
${alert(graphFaults)}
<form class="stack" method="post" action="${base}/account/graphs-stay">
${select({
  name: 'stay',
  label: 'Keep new graphs',
  hint: 'For graphs that are created without an expiry. Existing graphs are not changed.',
  choices: Object.entries(stay in stays ? stays : { ...stays, [stay]: `For ${stay}` }),
  chosen: stay,
  faults: graphFaults,
})}
<div><button>Save</button></div>
</form></section>
${account.passwordHash === null ? choosePassword(account.email) : changePassword(page)}
<section class="card stack form-sheet" aria-labelledby="sessions"><h2 id="sessions">Signed in</h2>
<ul class="sessions">${sessions.map(
    each =>
      html`<li><strong>${browserName(each.browser)}</strong>${each.sessionId === current.sessionId && html` <span class="tag">this one</span>`}<br><span class="small muted">since ${minute(each.createdAt)}, last seen ${minute(each.seenAt)}</span></li>`,
  )}</ul>
${account.passwordHash !== null && signOutEverywhere(base, sessionFaults)}</section>
${account.passwordHash !== null && goodbye(base)}
</div>`
}

const changePassword = ({ base, session: { account }, passwordFaults }: SettingsPage): Html =>
  html`<section class="card stack form-sheet" aria-labelledby="change-password"><h2 id="change-password">Change password</h2>
${alert(passwordFaults)}
<form class="stack" method="post" action="${base}/account/password">
<input type="text" name="email" value="${account.email}" autocomplete="username" readonly hidden>
${currentPassword('field-current', passwordFaults)}
${newPassword(passwordFaults, 'New password')}
<div><button class="button-primary">Change password</button></div>
</form></section>`

/** The account of the operator has no password at first, and the forms that ask for it would be of no use. */
const choosePassword = (email: string): Html =>
  html`<section class="card stack form-sheet" aria-labelledby="change-password"><h2 id="change-password">Password</h2>
<p>This account has no password yet. The command <code>plotgate account reset ${email}</code> prints a one-time link with which you choose one. With it you can sign in again, sign out everywhere, and delete the account.</p></section>`

const signOutEverywhere = (base: string, faults: Faults): Html => html`${alert(faults)}
<form class="stack" method="post" action="${base}/account/sessions">
${hidden('form', 'sessions')}
${currentPassword('field-current-sessions', faults)}
<div><button>Sign out everywhere</button></div>
</form>`

const goodbye = (base: string): Html =>
  html`<section class="card stack form-sheet" aria-labelledby="goodbye"><h2 id="goodbye">Delete my account</h2>
<p>Deletes your account and its keys. You choose what happens to your graphs.</p>
<p><a class="button button-danger" href="${base}/account/delete">Delete my account…</a></p></section>`

interface DeleteAccountPage {
  readonly base: string
  readonly email: string
  readonly faults: Faults
  readonly total: number
}

/** `total` is the number of graphs; without any, their fate is not asked for. */
export function deleteAccountPage({ base, email, faults, total }: DeleteAccountPage): Html {
  const graphs = total === 1 ? 'your graph' : `your ${new Intl.NumberFormat('en').format(total)} graphs`
  const fault = faults.get('graphs')
  return html`<div class="entrance stack"><h1>Delete my account</h1>
<div class="card stack">
${alert(faults)}
<p>The account <strong>${email}</strong> is deleted at once: nobody can sign in to it, and all its API keys stop working. This cannot be undone.</p>
<form class="stack" method="post" action="${base}/account/delete">
${
  total === 0
    ? hidden('graphs', 'delete')
    : html`<fieldset class="field"${fault && raw(' aria-describedby="graphs-fault"')}><legend>What should happen to ${graphs}?</legend>
<label class="check choice"><input type="radio" name="graphs" value="keep" required><span><strong>Keep them online</strong><br>Links and embedded charts keep working. Nobody can delete them any more, not even you.</span></label>
<label class="check choice"><input type="radio" name="graphs" value="delete" required><span><strong>Delete them with the account</strong><br>Pages, images and data are permanently removed. Links and embedded charts stop working.</span></label>
${fault && html`<span class="fault" id="graphs-fault">${sentence(fault)}</span>`}
</fieldset>`
}
${currentPassword('field-current', faults)}
<div class="row"><button class="button-danger">Delete my account</button><a class="button" href="${base}/account/settings">Keep it</a></div>
</form></div></div>`
}
