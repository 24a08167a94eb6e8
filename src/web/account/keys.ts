/** API keys: made, shown once, rotated, revoked. */

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
import { lateKeyPage, newKeyPage } from './new-key-page.ts'

const dayMs = 86_400_000

const freshForm: KeyForm = {
  name: '',
  scopes: ['graphs:write', 'graphs:delete', 'graphs:read'],
  expiry: '365',
}

export function keyRoutes(forms: FormContext): readonly Route[] {
  const { deps, base } = forms
  const { keys, handovers, config } = deps

  async function showKeys(
    ctx: Context,
    visit: SignedInSession,
    form = freshForm,
    faults = noFaults,
    status = 200,
  ) {
    const body = keysPage({
      base,
      baseUrl: config.baseUrl,
      keys: await keys.list(visit.actor),
      form,
      faults,
      ticket: handovers.newRenderHandle(),
      now: new Date(),
    })
    forms.show(ctx, { title: 'API keys', tab: 'keys', status, body }, visit)
  }

  async function ownKey(visit: SignedInSession, keyId: string): Promise<ApiKey> {
    const key = (await keys.list(visit.actor)).find(each => each.keyId === keyId)
    if (!key) throw notFound('this key')
    return key
  }

  const showRotate = (
    ctx: Context,
    visit: SignedInSession,
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
        body: rotatePage({ base, key, faults, ticket: handovers.newRenderHandle() }),
      },
      visit,
    )

  return [
    { method: 'GET', path: '/account', handle: forms.signedIn((ctx, visit) => showKeys(ctx, visit)) },
    {
      method: 'POST',
      path: '/account/keys',
      handle: forms.signedInForm('/account', async (ctx, visit, form) => {
        const given = keyForm(form)
        const ticket = form.get('ticket') || handovers.newRenderHandle()
        await forms.withFormErrors(
          ctx,
          async () => {
            const request = { name: given.name, scopes: given.scopes, expiresAt: expiryDate(given.expiry) }
            await handovers.once(visit.token, ticket, () => keys.create(visit.actor, request))
            forms.redirectAfterPost(ctx, `/account/keys/new/${encodeURIComponent(ticket)}`)
          },
          (faults, status) => showKeys(ctx, visit, given, faults, status),
        )
      }),
    },
    {
      method: 'GET',
      path: '/account/keys/new/:ticket',
      handle: forms.signedIn(async (ctx, visit, ticket) => {
        const handover = await handovers.receive(visit.token, ticket)
        const body = handover ? newKeyPage({ base, baseUrl: config.baseUrl, ...handover }) : lateKeyPage(base)
        forms.show(ctx, { title: 'Your new key', tab: 'keys', status: handover ? 200 : 410, body }, visit)
      }),
    },
    {
      method: 'GET',
      path: '/account/keys/rotate/:key_id',
      handle: forms.signedIn(async (ctx, visit, keyId) => showRotate(ctx, visit, await ownKey(visit, keyId))),
    },
    {
      method: 'POST',
      path: '/account/keys/rotate/:key_id',
      handle: forms.signedInForm('/account', async (ctx, visit, form, keyId) => {
        const key = await ownKey(visit, keyId)
        const ticket = form.get('ticket') || handovers.newRenderHandle()
        await forms.withFormErrors(
          ctx,
          async () => {
            const grace = graceSeconds(form.get('grace'))
            await handovers.once(visit.token, ticket, () => keys.rotate(visit.actor, key.keyId, grace))
            forms.redirectAfterPost(ctx, `/account/keys/new/${encodeURIComponent(ticket)}`)
          },
          (faults, status) => showRotate(ctx, visit, key, faults, status),
        )
      }),
    },
    {
      method: 'GET',
      path: '/account/keys/revoke/:key_id',
      handle: forms.signedIn(async (ctx, visit, keyId) => {
        const body = revokePage(base, await ownKey(visit, keyId))
        forms.show(ctx, { title: 'Revoke key', tab: 'keys', body }, visit)
      }),
    },
    {
      method: 'POST',
      path: '/account/keys/revoke/:key_id',
      handle: forms.signedInForm('/account', async (ctx, visit, _form, keyId) => {
        await keys.revoke(visit.actor, keyIdOf(keyId))
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
  throw invalidParameter('expiry', 'choose when the key shall expire')
}

function graceSeconds(choice: string | null): number {
  const seconds = Number(choice)
  if (graces.some(([value]) => value === choice) && seconds <= maxGraceSeconds) return seconds
  throw invalidParameter('grace', 'choose how long the old key shall go on working')
}
