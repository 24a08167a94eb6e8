/** API keys as shown to their owners, and requests for new ones. */

import type { Scope } from '../../domain/actor.ts'
import type { AccountId, KeyId } from '../../domain/ids.ts'

/** A key without its secret, which is stored hashed and shown only once. */
export interface ApiKey {
  readonly keyId: KeyId
  readonly accountId: AccountId
  readonly name: string
  /** The first characters of the secret, to recognise it. */
  readonly prefix: string
  readonly scopes: readonly Scope[]
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/** Whether the key may still be used. */
export function stateOf({ revokedAt, expiresAt }: ApiKey, now: Date): 'active' | 'revoked' | 'expired' {
  if (revokedAt) return 'revoked'
  return expiresAt && expiresAt <= now ? 'expired' : 'active'
}

export interface NewApiKey {
  readonly key: ApiKey
  /** The bearer token, which cannot be shown again. */
  readonly secret: string
}

export interface KeyRequest {
  readonly name: string
  /** Default: all scopes of the actor, which are the maximum. */
  readonly scopes?: readonly Scope[]
  readonly expiresAt?: Date | null
}
