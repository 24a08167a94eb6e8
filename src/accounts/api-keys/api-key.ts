/** An API key as its owner sees it, and what is asked for when one is made. */

import type { Scope } from '../../domain/actor.ts'
import type { AccountId, KeyId } from '../../domain/ids.ts'

/** A key as its owner sees it; the secret itself is stored hashed and shown once. */
export interface ApiKey {
  readonly keyId: KeyId
  readonly accountId: AccountId
  readonly name: string
  /** The first characters of the secret, enough to recognise it. */
  readonly prefix: string
  readonly scopes: readonly Scope[]
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

export interface NewApiKey {
  readonly key: ApiKey
  /** The key to send as a bearer token; it cannot be shown again. */
  readonly secret: string
}

export interface KeyRequest {
  readonly name: string
  /** Default: every scope the actor has. None may be granted that the actor lacks. */
  readonly scopes?: readonly Scope[]
  readonly expiresAt?: Date | null
}
