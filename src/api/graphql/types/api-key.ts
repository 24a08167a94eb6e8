/** API keys (spec 5): listed, created, rotated, revoked. */

import type { ApiKey as ApiKeyShape, NewApiKey } from '../../../accounts/api-keys/api-key.ts'
import { maxKeyName } from '../../../accounts/api-keys/key-request.ts'
import { type KeyId, keyIdOf } from '../../../domain/ids.ts'
import { builder } from '../builder.ts'

export const ApiKey = builder.loadableNodeRef<ApiKeyShape | null, string, string, string, ApiKeyShape>(
  'ApiKey',
  {
    id: { resolve: key => key.keyId, description: 'The global id, for `node` and client caches.' },
    toKey: key => key.keyId,
    load: async (ids, { actor, keys }) => {
      const own = new Map((await keys.list(await actor())).map(key => [key.keyId, key]))
      return ids.map(id => own.get(keyIdOf(id)) ?? null)
    },
  },
)

ApiKey.implement({
  description: 'A key of the account, without its secret: that is stored hashed and was shown once.',
  fields: t => ({
    keyId: t.exposeID('keyId', {
      description: 'Identifier of the key, for `rotateApiKey` and `revokeApiKey`.',
    }),
    name: t.exposeString('name', { description: 'What its owner called it.' }),
    prefix: t.exposeString('prefix', {
      description: 'The first characters of the secret, enough to recognise it.',
    }),
    scopes: t.field({ type: ['Scope'], description: 'What it may do.', resolve: key => [...key.scopes] }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was created.',
      resolve: key => key.createdAt,
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used; null if never.',
      resolve: key => key.lastUsedAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working; null if never.',
      resolve: key => key.expiresAt,
    }),
    revokedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null while it was not.',
      resolve: key => key.revokedAt,
    }),
  }),
})

const NewKey = builder.objectRef<NewApiKey>('NewApiKeyPayload').implement({
  description: 'A key that was just made.',
  fields: t => ({
    apiKey: t.field({ type: ApiKey, description: 'The key as it is listed.', resolve: ({ key }) => key }),
    secret: t.exposeString('secret', {
      description: 'The key to send as `Authorization: Bearer <API_KEY>`. It cannot be shown again.',
    }),
  }),
})

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'The key to make.',
  fields: t => ({
    name: t.string({ required: true, description: `What to call it, 1 to ${maxKeyName} characters.` }),
    scopes: t.field({
      type: ['Scope'],
      description:
        'What it may do; default: all that the calling key may. None may be granted that the caller lacks.',
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it stops working; default: never.' }),
  }),
})

builder.mutationField('createApiKey', t =>
  t.field({
    type: NewKey,
    nullable: true,
    description: 'Makes a key for the account. Needs the scope `keys:manage`.',
    authScopes: { scope: 'keys:manage' },
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The key to make.' }) },
    resolve: async (_root, { input: { name, scopes, expiresAt } }, { actor, count, keys }) => {
      const caller = await actor()
      await count('create', caller)
      return keys.create(caller, { name, scopes: scopes ?? undefined, expiresAt })
    },
  }),
)

builder.mutationField('rotateApiKey', t =>
  t.field({
    type: NewKey,
    nullable: true,
    description:
      'Gives a key a new secret with the same name and scopes; the old one works a while longer. Needs the scope `keys:manage`.',
    authScopes: { scope: 'keys:manage' },
    args: {
      keyId: t.arg.id({ required: true, description: 'The `keyId` of the key.' }),
      graceSeconds: t.arg.int({
        required: true,
        defaultValue: 3600,
        description: 'How long the old secret still works, up to 30 days.',
      }),
    },
    resolve: async (_root, { keyId, graceSeconds }, { actor, count, keys }) => {
      const caller = await actor()
      await count('create', caller)
      return keys.rotate(caller, keyIdOf(keyId), graceSeconds)
    },
  }),
)

const RevokeApiKeyPayload = builder.objectRef<{ readonly keyId: KeyId }>('RevokeApiKeyPayload').implement({
  description: 'The key that no longer works.',
  fields: t => ({ revokedKeyId: t.exposeID('keyId', { description: 'The `keyId` that was given.' }) }),
})

builder.mutationField('revokeApiKey', t =>
  t.field({
    type: RevokeApiKeyPayload,
    nullable: true,
    description: 'Makes a key stop working within seconds, everywhere. Needs the scope `keys:manage`.',
    authScopes: { scope: 'keys:manage' },
    args: { keyId: t.arg.id({ required: true, description: 'The `keyId` of the key.' }) },
    resolve: async (_root, { keyId }, { actor, count, keys }) => {
      const caller = await actor()
      await count('remove', caller)
      const id = keyIdOf(keyId)
      await keys.revoke(caller, id)
      return { keyId: id }
    },
  }),
)
