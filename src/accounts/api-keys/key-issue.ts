/** Issues keys, within the number that an account may have. */

import { createKeyedMutex } from '../../async/keyed-mutex.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Records } from '../../domain/ports.ts'
import { forbidden, unauthenticated } from '../../errors/errors.ts'
import { keyPrefix, newKeySecret } from '../secret.ts'
import type { Sessions } from '../sessions.ts'
import type { NewApiKey } from './api-key.ts'
import { fingerprint, isActive, type KeyRecord, presentKey } from './key-record.ts'

/** The maximum number of active keys of an account. */
export const maxKeysPerAccount = 100

/** How long revoked and expired keys stay in the list, and how many of them at most. */
export const rememberedMs = 30 * 86_400_000
export const rememberedKeys = 200

/** `replaced` is a key that is revoked at once and does not count towards the limit. */
export type IssueKey = (
  actor: Actor,
  wanted: Pick<KeyRecord, 'name' | 'scopes' | 'expiresAt'>,
  replaced?: string | null,
) => Promise<NewApiKey>

/** `now` is in milliseconds since 1970. */
export function createKeyIssue(
  records: Records<KeyRecord>,
  sessions: Pick<Sessions, 'isOpen'>,
  now: () => number,
): IssueKey {
  const withLock = createKeyedMutex()

  /** Counts active keys. Deletes the oldest of too many ended ones. */
  async function countActive(actor: Actor, except: string | null): Promise<number> {
    const { active = [], ended = [] } = Object.groupBy(await records.list(actor.accountId), ({ value }) =>
      isActive(value, now()) ? 'active' : 'ended',
    )
    for (const { id } of ended.slice(rememberedKeys - 1)) await records.delete(id)
    return active.filter(({ id }) => id !== except).length
  }

  /** Whether the credential of a caller has not ended meanwhile. Asks the store, not the cache. */
  async function holds({ credential }: Actor): Promise<boolean> {
    if (credential.kind === 'operator') return true
    if (credential.kind === 'session') return sessions.isOpen(credential.id)
    const record = await records.get(credential.id)
    return record !== null && isActive(record, now())
  }

  async function issue(...[actor, wanted, replaced = null]: Parameters<IssueKey>): Promise<NewApiKey> {
    if ((await countActive(actor, replaced)) >= maxKeysPerAccount) throw tooManyKeys()
    const secret = newKeySecret()
    const { keyId, digest } = fingerprint(secret)
    const record: KeyRecord = {
      ...wanted,
      accountId: actor.accountId,
      prefix: keyPrefix(secret),
      digest: digest.toString('base64url'),
      createdAt: new Date(now()).toISOString(),
      lastUsedAt: null,
      revokedAt: null,
      rotatedTo: null,
    }
    await records.insert(keyId, record, {
      owner: actor.accountId,
      ...(record.expiresAt && { expiresAt: new Date(Date.parse(record.expiresAt) + rememberedMs) }),
    })
    // Whoever ends a credential ends the keys of its account after it, and may have done so before this one was there.
    if (!(await holds(actor))) {
      await records.delete(keyId)
      throw unauthenticated('the key or session that asks for this key has ended')
    }
    // Checked again after the insert, because another gateway may create keys at the same time.
    if ((await countActive(actor, replaced)) > maxKeysPerAccount) {
      await records.delete(keyId)
      throw tooManyKeys()
    }
    return { key: presentKey(keyId, record), secret }
  }

  return (actor, ...given) => withLock(actor.accountId, () => issue(actor, ...given))
}

const tooManyKeys = () =>
  forbidden(`an account has at most ${maxKeysPerAccount} active keys; revoke one first`)
