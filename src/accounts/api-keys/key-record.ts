/** The stored form of API keys. */

import { hash } from 'node:crypto'
import { type Actor, type Scope, scopes } from '../../domain/actor.ts'
import { type AccountId, type KeyId, keyIdOf } from '../../domain/ids.ts'
import type { Records, Store } from '../../domain/ports.ts'
import type { ApiKey } from './api-key.ts'

/** Contains JSON values only, with dates as ISO strings. The record's id is the keyId. */
export interface KeyRecord {
  readonly accountId: AccountId
  readonly name: string
  readonly prefix: string
  readonly scopes: readonly Scope[]
  /** SHA-256 of the secret, base64url. */
  readonly digest: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** The keyId of the new key after a rotation. */
  readonly rotatedTo: string | null
}

export const keyRecords = (store: Store): Records<KeyRecord> => store.records<KeyRecord>('keys')

export interface Fingerprint {
  /** The first 120 bits of the digest in hex. Identifies the record without revealing the secret. */
  readonly keyId: KeyId
  readonly digest: Buffer
}

export function fingerprint(secret: string): Fingerprint {
  const digest = hash('sha256', secret, 'buffer')
  return { keyId: keyIdOf(digest.toString('hex', 0, 15)), digest }
}

/** Whether a key is neither revoked nor expired. `now` is in milliseconds since 1970. */
export function isActive(record: KeyRecord, now: number): boolean {
  return record.revokedAt === null && (record.expiresAt === null || Date.parse(record.expiresAt) > now)
}

/** The actor of a key. Ignores scopes that this release does not know. */
export function actorOf(keyId: KeyId, record: KeyRecord): Actor {
  const known = new Set<Scope>(scopes.filter(scope => record.scopes.includes(scope)))
  return { accountId: record.accountId, scopes: known, credential: { kind: 'key', id: keyId } }
}

const date = (text: string | null) => (text === null ? null : new Date(text))

export const presentKey = (keyId: KeyId, record: KeyRecord): ApiKey => ({
  keyId,
  accountId: record.accountId,
  name: record.name,
  prefix: record.prefix,
  scopes: record.scopes,
  createdAt: new Date(record.createdAt),
  lastUsedAt: date(record.lastUsedAt),
  expiresAt: date(record.expiresAt),
  revokedAt: date(record.revokedAt),
})
