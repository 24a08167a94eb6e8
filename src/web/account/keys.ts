/** Routes for creating, rotating and revoking API keys. */

import type { ApiKey } from '../../accounts/api-keys/api-key.ts'
import { maxGraceSeconds } from '../../accounts/api-keys/key-request.ts'
import { type Scope, scopes } from '../../domain/actor.ts'
import { keyIdOf } from '../../domain/ids.ts'
import { invalidParameter, notFound } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import type { Route } from '../../http/router.ts'
import { type Faults, noFaults } from './fields.ts'
import type { FormContext, SignedInSession } from './form-context.ts'
import { expiries, graces, type KeyForm, keysPage, revokePage, rotatePage } from './keys-page.ts'
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
      ticket: keyReveals.newTicket(),
      now: new Date(),
    })
    forms.show(ctx, { title: 'API keys', tab: 'keys', status, body }, session)
  }

  async function ownKey(session: SignedInSession, id: string): Promise<ApiKey> {
    const key = (await keys.list(session.actor)).find(each => each.keyId === id)
    if (!key) throw notFound('this key')
    return key
  }

  const showRotate = (
    ctx: Context,
    session: SignedInSession,
    key: ApiKey,
    faults: Faults = noFaults,
    status = 200,
  ) =>
    forms.show(
      ctx,
      {
        title: 'Rotate key',
        tab: 'keys',
        status,
        body: rotatePage({ base, key, faults, ticket: keyReveals.newTicket() }),
      },
      session,
    )

  return [
    { method: 'GET', path: '/account', handle: forms.signedIn((ctx, session) => showKeys(ctx, session)) },
    {
      method: 'POST',
      path: '/account/keys',
      handle: forms.signedInForm('/account', async (ctx, session, form) => {
        const given = keyForm(form)
        const ticket = form.get('ticket') || keyReveals.newTicket()
        await forms.withFormErrors(
          ctx,
          async () => {
            const request = { name: given.name, scopes: given.scopes, expiresAt: expiryDate(given.expiry) }
            await keyReveals.once(session.token, ticket, () => keys.create(session.actor, request))
            forms.redirectAfterPost(ctx, `/account/keys/new/${encodeURIComponent(ticket)}`)
          },
          (faults, status) => showKeys(ctx, session, given, faults, status),
        )
      }),
    },
    {
      method: 'GET',
      path: '/account/keys/new/:ticket',
      handle: forms.signedIn(async (ctx, session, ticket) => {
        const reveal = await keyReveals.receive(session.token, ticket)
        const body = reveal
          ? newKeyPage({ base, baseUrl: config.baseUrl, ...reveal })
          : keyAlreadyShownPage(base)
        forms.show(ctx, { title: 'Your new key', tab: 'keys', status: reveal ? 200 : 410, body }, session)
      }),
    },
    {
      method: 'GET',
      path: '/account/keys/rotate/:key_id',
      handle: forms.signedIn(async (ctx, session, keyId) =>
        showRotate(ctx, session, await ownKey(session, keyId)),
      ),
    },
    {
      method: 'POST',
      path: '/account/keys/rotate/:key_id',
      handle: forms.signedInForm('/account', async (ctx, session, form, keyId) => {
        const key = await ownKey(session, keyId)
        const ticket = form.get('ticket') || keyReveals.newTicket()
        await forms.withFormErrors(
          ctx,
          async () => {
            const grace = graceSeconds(form.get('grace'))
            await keyReveals.once(session.token, ticket, () => keys.rotate(session.actor, key.keyId, grace))
            forms.redirectAfterPost(ctx, `/account/keys/new/${encodeURIComponent(ticket)}`)
          },
          (faults, status) => showRotate(ctx, session, key, faults, status),
        )
      }),
    },
    {
      method: 'GET',
      path: '/account/keys/revoke/:key_id',
      handle: forms.signedIn(async (ctx, session, keyId) => {
        const body = revokePage(base, await ownKey(session, keyId))
        forms.show(ctx, { title: 'Revoke key', tab: 'keys', body }, session)
      }),
    },
    {
      method: 'POST',
      path: '/account/keys/revoke/:key_id',
      handle: forms.signedInForm('/account', async (ctx, session, _form, keyId) => {
        await keys.revoke(session.actor, keyIdOf(keyId))
        forms.redirectAfterPost(ctx, '/account', 'key-revoked')
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

function graceSeconds(choice: string | null): number {
  const seconds = Number(choice)
  if (graces.some(([value]) => value === choice) && seconds <= maxGraceSeconds) return seconds
  throw invalidParameter('grace', 'choose how long the old key keeps working')
}
