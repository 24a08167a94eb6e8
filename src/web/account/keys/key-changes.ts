/** Routes for rotating and revoking API keys. */

import type { ApiKey } from '../../../accounts/api-keys/api-key.ts'
import { maxGraceSeconds } from '../../../accounts/api-keys/key-request.ts'
import { keyNotFound } from '../../../accounts/faults.ts'
import { keyIdOf } from '../../../domain/ids.ts'
import { invalidParameter } from '../../../errors/errors.ts'
import type { Context } from '../../../http/context.ts'
import type { Route } from '../../../http/routing/router.ts'
import { type Faults, noFaults } from '../forms/fields.ts'
import type { FormContext, SignedInSession } from '../forms/form-context.ts'
import { graces, idempotencyField, revokePage, rotatePage } from './keys-page.ts'

export function keyChangeRoutes(forms: FormContext): readonly Route[] {
  const { deps, base } = forms
  const { keys, keyReveals } = deps

  async function ownKey(session: SignedInSession, id: string): Promise<ApiKey> {
    const key = (await keys.list(session.actor)).find(each => each.keyId === id)
    if (!key) throw keyNotFound(id)
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
        body: rotatePage({ base, key, faults, idempotencyKey: keyReveals.newIdempotencyKey() }),
      },
      session,
    )

  return [
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
        const idempotencyKey = form.get(idempotencyField) || keyReveals.newIdempotencyKey()
        await forms.withFormErrors(
          ctx,
          async () => {
            const grace = graceSeconds(form.get('grace'))
            await keyReveals.once(session.token, idempotencyKey, () =>
              keys.rotate(session.actor, key.keyId, grace),
            )
            forms.redirectAfterPost(ctx, `/account/keys/new/${encodeURIComponent(idempotencyKey)}`)
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

function graceSeconds(choice: string | null): number {
  const seconds = Number(choice)
  if (graces.some(([value]) => value === choice) && seconds <= maxGraceSeconds) return seconds
  throw invalidParameter('grace', 'choose how long the old key keeps working')
}
