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
  description: 'An API key of the account, without its secret, of which only a hash is stored.',
  fields: t => ({
    keyId: t.exposeID('keyId', {
      description: 'Identifier of the key, for `rotateApiKey` and `revokeApiKey`.',
    }),
    name: t.exposeString('name', { description: 'The name given by its owner.' }),
    prefix: t.exposeString('prefix', {
      description: 'The first characters of the secret, to recognise the key.',
    }),
    scopes: t.field({
      type: ['Scope'],
      description: 'The scopes of the key.',
      resolve: key => [...key.scopes],
    }),
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
      description: 'When it expires; null if never.',
      resolve: key => key.expiresAt,
    }),
    revokedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null if it was not.',
      resolve: key => key.revokedAt,
    }),
  }),
})

const NewKey = builder.objectRef<NewApiKey>('NewApiKeyPayload').implement({
  description: 'A newly created key.',
  fields: t => ({
    apiKey: t.field({ type: ApiKey, description: 'The key without its secret.', resolve: ({ key }) => key }),
    secret: t.exposeString('secret', {
      description: 'The key to send as `Authorization: Bearer <API_KEY>`. It cannot be shown again.',
    }),
  }),
})

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'The key to create.',
  fields: t => ({
    name: t.string({ required: true, description: `Its name, 1 to ${maxKeyName} characters.` }),
    scopes: t.field({
      type: ['Scope'],
      description:
        'Its scopes; default: those of the calling key. A scope that the calling key lacks cannot be granted.',
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it expires; default: never.' }),
  }),
})

builder.mutationField('createApiKey', t =>
  t.field({
    type: NewKey,
    nullable: true,
    description: 'Creates an API key for the account. Needs the scope `keys:manage`.',
    authScopes: { scope: 'keys:manage' },
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The key to create.' }) },
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
      'Creates a new secret with the same name and scopes. The old one keeps working for a while. Needs the scope `keys:manage`.',
    authScopes: { scope: 'keys:manage' },
    args: {
      keyId: t.arg.id({ required: true, description: 'The `keyId` of the key.' }),
      graceSeconds: t.arg.int({
        required: true,
        defaultValue: 3600,
        description: 'How long the old secret keeps working, up to 30 days.',
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
  description: 'The key that was revoked.',
  fields: t => ({ revokedKeyId: t.exposeID('keyId', { description: 'The `keyId` of the key.' }) }),
})

builder.mutationField('revokeApiKey', t =>
  t.field({
    type: RevokeApiKeyPayload,
    nullable: true,
    description:
      'Revokes a key. It stops working within seconds on all machines. Needs the scope `keys:manage`.',
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
