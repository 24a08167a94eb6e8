/** Routes for listing and creating API keys. */

import { type Scope, scopes } from '../../../domain/actor.ts'
import { invalidParameter } from '../../../errors/errors.ts'
import type { Context } from '../../../http/context.ts'
import type { Route } from '../../../http/routing/router.ts'
import { noFaults } from '../forms/fields.ts'
import type { FormContext, SignedInSession } from '../forms/form-context.ts'
import { expiries, idempotencyField, type KeyForm, keysPage } from './keys-page.ts'
import { keyAlreadyShownPage, newKeyPage } from './new-key-page.ts'

const dayMs = 86_400_000

const freshForm: KeyForm = {
  name: '',
  scopes: ['graphs:write', 'graphs:delete', 'graphs:read'],
  expiry: '365',
}

export function keyRoutes(forms: FormContext): readonly Route[] {
  const { deps, base } = forms
  const { keys, keyReveals, config } = deps

  async function showKeys(
    ctx: Context,
    session: SignedInSession,
    form = freshForm,
    faults = noFaults,
    status = 200,
  ) {
    const body = keysPage({
      base,
      baseUrl: config.baseUrl,
      keys: await keys.list(session.actor),
      form,
      faults,
      idempotencyKey: keyReveals.newIdempotencyKey(),
      now: new Date(),
    })
    forms.show(ctx, { title: 'API keys', tab: 'keys', status, body }, session)
  }

  return [
    { method: 'GET', path: '/account', handle: forms.signedIn((ctx, session) => showKeys(ctx, session)) },
    {
      method: 'POST',
      path: '/account/keys',
      handle: forms.signedInForm('/account', async (ctx, session, form) => {
        const given = keyForm(form)
        const idempotencyKey = form.get(idempotencyField) || keyReveals.newIdempotencyKey()
        await forms.withFormErrors(
          ctx,
          async () => {
            const request = { name: given.name, scopes: given.scopes, expiresAt: expiryDate(given.expiry) }
            await keyReveals.once(session.token, idempotencyKey, () => keys.create(session.actor, request))
            forms.redirectAfterPost(ctx, `/account/keys/new/${encodeURIComponent(idempotencyKey)}`)
          },
          (faults, status) => showKeys(ctx, session, given, faults, status),
        )
      }),
    },
    {
      method: 'GET',
      path: '/account/keys/new/:idempotencyKey',
      handle: forms.signedIn(async (ctx, session, idempotencyKey) => {
        const reveal = await keyReveals.receive(session.token, idempotencyKey)
        const body = reveal
          ? newKeyPage({ base, baseUrl: config.baseUrl, ...reveal })
          : keyAlreadyShownPage(base)
        forms.show(ctx, { title: 'Your new key', tab: 'keys', status: reveal ? 200 : 410, body }, session)
      }),
    },
  ]
}

function keyForm(form: URLSearchParams): KeyForm {
  const wanted = new Set(form.getAll('scopes'))
  return {
    name: form.get('name') ?? '',
    scopes: scopes.filter((scope): scope is Scope => wanted.has(scope)),
    expiry: form.get('expiry') ?? '',
  }
}

function expiryDate(choice: string): Date | null {
  if (choice === 'never') return null
  if (expiries.some(([value]) => value === choice)) return new Date(Date.now() + Number(choice) * dayMs)
  throw invalidParameter('expiry', 'choose when the key expires')
}
