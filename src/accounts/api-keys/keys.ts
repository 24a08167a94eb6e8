/** API keys (spec 5): creating, listing, rotating, revoking, and authenticating requests. */

import type { Actor, Scope } from '../../domain/actor.ts'
import { type KeyId, keyIdOf } from '../../domain/ids.ts'
import { requireScope } from '../../domain/policy.ts'
import type { Store } from '../../domain/ports.ts'
import { readAll } from '../../errors/collect-faults.ts'
import { forbidden, unauthenticated } from '../../errors/errors.ts'
import { keyNotFound } from '../faults.ts'
import { isKeySecret } from '../secret.ts'
import { type Clock, createSessions } from '../sessions.ts'
import type { ApiKey, KeyRequest, NewApiKey } from './api-key.ts'
import { createKeyCache } from './key-cache.ts'
import { createKeyIssue, rememberedMs } from './key-issue.ts'
import { fingerprint, isActive, type KeyRecord, keyRecords, presentKey } from './key-record.ts'
import { checkExpiry, checkGrace, checkName, checkScopes } from './key-request.ts'
import { createLastUsed } from './last-used.ts'

export interface Keys {
  /**
   * The actor of an `Authorization` header. Rejects with `unauthenticated` if it is absent, malformed, unknown, revoked or
   * expired. Usually answered from memory. Revocations take effect within 5 s on all gateways.
   */
  authenticate(authorization: string | undefined): Promise<Actor>
  list(actor: Actor): Promise<readonly ApiKey[]>
  create(actor: Actor, request: KeyRequest): Promise<NewApiKey>
  /** Makes a new key with the same name and scopes. The old one stays valid for `graceSeconds`. */
  rotate(actor: Actor, keyId: KeyId, graceSeconds: number): Promise<NewApiKey>
  /** Rejects with `not_found` if the account has no such key, and `forbidden` if the key has more scopes than the actor. */
  revoke(actor: Actor, keyId: KeyId): Promise<void>
  /** Writes pending data (`lastUsedAt`). */
  close(): Promise<void>
}

export function createKeys(store: Store, { now = Date.now }: Clock = {}): Keys {
  const records = keyRecords(store)
  const cache = createKeyCache(records, now)
  const lastUsed = createLastUsed(records, now)
  const issue = createKeyIssue(records, createSessions(store, { now }), now)

  async function owned(actor: Actor, keyId: KeyId): Promise<KeyRecord> {
    const record = await records.get(keyId)
    if (record?.accountId !== actor.accountId) throw keyNotFound(keyId)
    return record
  }

  return {
    async authenticate(authorization) {
      const secret = bearerToken(authorization)
      if (secret === null) throw unauthenticated(remedyFor(authorization))
      if (!isKeySecret(secret)) throw unauthenticated('this is not a key of this service, or it is mistyped')
      const found = cache.find(fingerprint(secret))
      const actor = found instanceof Promise ? await found : found
      if (!actor)
        throw unauthenticated('this key is unknown, revoked or expired; get one on the account page')
      if (actor.credential.kind === 'key') lastUsed.note(actor.credential.id)
      return actor
    },

    async list(actor) {
      requireScope(actor, 'keys:manage')
      await lastUsed.flush()
      return (await records.list(actor.accountId)).map(({ id, value }) => presentKey(keyIdOf(id), value))
    },

    async create(actor, request) {
      requireScope(actor, 'keys:manage')
      const [name, scopes, expiresAt] = readAll(
        () => checkName(request.name),
        () => checkScopes(request.scopes ?? [...actor.scopes]),
        () => checkExpiry(request.expiresAt ?? null, now()),
      )
      requireAll(actor, scopes)
      return issue(actor, { name, scopes, expiresAt })
    },

    async rotate(actor, keyId, graceSeconds) {
      requireScope(actor, 'keys:manage')
      checkGrace(graceSeconds)
      const old = await owned(actor, keyId)
      if (!isActive(old, now()))
        throw forbidden('a revoked or expired key cannot be rotated; create a new one')
      if (old.rotatedTo !== null) throw rotatedAlready()
      requireAll(actor, old.scopes)
      const fresh = await issue(actor, successorOf(old, now()), graceSeconds > 0 ? null : keyId)
      const end = Math.min(now() + graceSeconds * 1000, Date.parse(old.expiresAt ?? '9999-12-31'))
      const change = { rotatedTo: fresh.key.keyId, expiresAt: new Date(end).toISOString() }
      if (!(await records.update(keyId, change, { rotatedTo: null, revokedAt: null }))) {
        await records.delete(fresh.key.keyId)
        throw rotatedAlready()
      }
      await records.expire(keyId, new Date(end + rememberedMs))
      cache.forget(keyId)
      return fresh
    },

    async revoke(actor, keyId) {
      requireScope(actor, 'keys:manage')
      const { revokedAt, scopes } = await owned(actor, keyId)
      if (revokedAt !== null) return
      // An actor may revoke only keys that it could create.
      requireAll(actor, scopes)
      await records.update(keyId, { revokedAt: new Date(now()).toISOString() }, { revokedAt: null })
      await records.expire(keyId, new Date(now() + rememberedMs))
      cache.forget(keyId)
    },

    close: () => lastUsed.close(),
  }
}

/** Throws `forbidden` unless the actor has all of these scopes. */
function requireAll(actor: Actor, wanted: readonly Scope[]): void {
  for (const scope of wanted) requireScope(actor, scope)
}

/** What the key that follows `old` is to be: it has the same name, scopes and lifetime. */
function successorOf(old: KeyRecord, now: number): Pick<KeyRecord, 'name' | 'scopes' | 'expiresAt'> {
  const lifetime = old.expiresAt && Date.parse(old.expiresAt) - Date.parse(old.createdAt)
  const expiresAt = lifetime ? new Date(now + lifetime).toISOString() : null
  return { name: old.name, scopes: old.scopes, expiresAt }
}

const rotatedAlready = () => forbidden('this key was rotated already; rotate the one that followed it')

/** What to change in a header without a token; undefined if there is none. */
function remedyFor(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  if (isKeySecret(authorization.trim()))
    return 'write "Bearer" and a space before the key: "Authorization: Bearer <API_KEY>"'
  return /^basic\b/i.test(authorization)
    ? 'send the key as "Authorization: Bearer <API_KEY>", not as a name and a password'
    : undefined
}

/** The token of `Bearer <token>` (RFC 6750), in any letter case of the scheme, or null. */
function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.length > 200) return null
  return /^bearer +([^ ]+) *$/i.exec(authorization)?.[1] ?? null
}
