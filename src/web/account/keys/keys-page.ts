/** The pages of keys: the list with a form for a new key, and two confirmation pages. */

import { type ApiKey, stateOf } from '../../../accounts/api-keys/api-key.ts'
import { maxKeyName } from '../../../accounts/api-keys/key-request.ts'
import { type Scope, scopes } from '../../../domain/actor.ts'
import { type Html, html, raw } from '../../layout/html.ts'
import { sentence } from '../../layout/sentence.ts'
import { alert, day, type Faults, field, hidden, minute, select } from '../forms/fields.ts'

/** Lifetimes in days and their labels. */
export const expiries = [
  ['7', 'in 7 days'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
  ['never', 'never'],
] as const

/** Grace periods in seconds and their labels. */
export const graces = [
  ['0', 'ends now'],
  ['3600', 'works for another hour'],
  ['86400', 'works for another day'],
  ['604800', 'works for another week'],
  ['2592000', 'works for another 30 days'],
] as const

/** The form field with the idempotency key of a new or rotated key. */
export const idempotencyField = 'idempotencyKey'

const scopeMeanings: Readonly<Record<Scope, string>> = {
  'graphs:write': 'create and change graphs',
  'graphs:delete': 'delete your graphs',
  'graphs:read': 'list your graphs',
  'keys:manage': 'create, rotate and revoke keys',
}

export interface KeyForm {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiry: string
}

interface KeysPage {
  readonly base: string
  readonly baseUrl: string
  readonly keys: readonly ApiKey[]
  readonly form: KeyForm
  readonly faults: Faults
  readonly idempotencyKey: string
  readonly now: Date
}

/** The list of keys and the form for a new one. */
export function keysPage(page: KeysPage): Html {
  const { keys } = page
  return html`<div class="stack-wide">
<header class="stack"><h1>API keys</h1>
<p class="muted">Programs send a key with every graph they create. Anybody who has the key can do what it permits: keep it like a password.</p></header>
${keys.length === 0 ? html`<p class="notice">You have no key yet. Create your first one here; your first graph is one command away.</p>` : keyTable(page)}
${createForm(page)}
</div>`
}

function keyTable({ base, keys, now }: KeysPage): Html {
  return html`<section aria-labelledby="keys-heading"><h2 id="keys-heading" class="visually-hidden">Your keys</h2>
<table class="keys">
<thead><tr><th scope="col">Name</th><th scope="col">Key</th><th scope="col">Scopes</th><th scope="col">Created</th><th scope="col">Last used</th><th scope="col">Expires</th><th scope="col"><span class="visually-hidden">Change</span></th></tr></thead>
<tbody>${keys.map(key => keyRow(base, key, now))}</tbody>
</table></section>`
}

function keyRow(base: string, key: ApiKey, now: Date): Html {
  const state = stateOf(key, now)
  const name = html`<span class="visually-hidden"> ${key.name}</span>`
  return html`<tr${state !== 'active' && raw(' class="over"')}>
<th scope="row" data-label="Name" dir="auto">${key.name}</th>
<td data-label="Key"><code>${key.prefix}…</code></td>
<td data-label="Scopes"><span class="tags">${key.scopes.map(scope => html`<span class="tag">${scope}</span> `)}</span></td>
<td data-label="Created">${day(key.createdAt)}</td>
<td data-label="Last used">${key.lastUsedAt ? minute(key.lastUsedAt) : 'never'}</td>
<td data-label="Expires"><span>${state === 'revoked' ? html`<strong>revoked</strong> ${key.revokedAt && day(key.revokedAt)}` : state === 'expired' ? html`<strong>expired</strong> ${key.expiresAt && day(key.expiresAt)}` : key.expiresAt ? minuteWhenNear(key.expiresAt, now) : 'never'}</span></td>
<td class="actions">${
    state === 'active' &&
    html`<a class="button button-small" href="${base}/account/keys/rotate/${key.keyId}">Rotate${name}</a> <a class="button button-small button-danger" href="${base}/account/keys/revoke/${key.keyId}">Revoke${name}</a>`
  }</td>
</tr>`
}

const dayMs = 86_400_000
const minuteWhenNear = (date: Date, now: Date) =>
  date.getTime() - now.getTime() < 2 * dayMs ? minute(date) : day(date)

function createForm({ base, form, faults, idempotencyKey }: KeysPage): Html {
  const scopeFault = faults.get('scopes')
  return html`<section class="card stack form-sheet" aria-labelledby="create-key"><h2 id="create-key">Create a key</h2>
${alert(faults)}
<form class="stack" method="post" action="${base}/account/keys">
${hidden(idempotencyField, idempotencyKey)}
${field({ name: 'name', label: 'Name', value: form.name, maxlength: maxKeyName, faults, hint: 'What it is for, such as “nightly report”.', autocomplete: 'off' })}
<fieldset class="field"${scopeFault && raw(' aria-describedby="scopes-fault"')}><legend>It may</legend>
${scopes.map(
  scope =>
    html`<label class="check"><input type="checkbox" name="scopes" value="${scope}"${form.scopes.includes(scope) && raw(' checked')}><span>${scopeMeanings[scope]} <span class="tag">${scope}</span></span></label>`,
)}
${scopeFault && html`<span class="fault" id="scopes-fault">${sentence(scopeFault)}</span>`}
</fieldset>
${select({ name: 'expiry', label: 'It expires', choices: expiries, chosen: form.expiry, faults })}
<div><button class="button-primary">Create key</button></div>
</form></section>`
}

const describe = (key: ApiKey): Html =>
  html`<dl class="facts"><dt>Name</dt><dd dir="auto">${key.name}</dd><dt>Key</dt><dd><code>${key.prefix}…</code></dd><dt>Last used</dt><dd>${key.lastUsedAt ? minute(key.lastUsedAt) : 'never'}</dd></dl>`

interface RotatePage {
  readonly base: string
  readonly key: ApiKey
  readonly faults: Faults
  readonly idempotencyKey: string
}

/** Asks how long the old key should stay valid. */
export function rotatePage({ base, key, faults, idempotencyKey }: RotatePage): Html {
  return html`<div class="entrance stack"><h1>Rotate this key?</h1>
${alert(faults)}
<div class="card stack">${describe(key)}
<p>You get a new key with the same name, scopes and lifetime. Put it in place while the old one still works.</p>
<form class="stack" method="post" action="${base}/account/keys/rotate/${key.keyId}">
${hidden(idempotencyField, idempotencyKey)}
${select({ name: 'grace', label: 'The old key', choices: graces, chosen: '86400', faults })}
<div class="row"><button class="button-primary">Rotate key</button><a class="button" href="${base}/account">Keep it</a></div>
</form></div></div>`
}

/** The confirmation page for revoking a key. */
export function revokePage(base: string, key: ApiKey): Html {
  return html`<div class="entrance stack"><h1>Revoke this key?</h1>
<div class="card stack">${describe(key)}
<p>Programs that use it are refused from then on. This cannot be undone. Graphs created with it stay.</p>
<form class="row" method="post" action="${base}/account/keys/revoke/${key.keyId}">
<button class="button-danger">Revoke key</button><a class="button" href="${base}/account">Keep it</a>
</form></div></div>`
}
