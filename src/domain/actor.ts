/** Who is asking, and what they may do (spec 5; contract, "Accounts and keys"). */

import type { AccountId, KeyId, SessionId } from './ids.ts'

export const scopes = ['graphs:write', 'graphs:delete', 'graphs:read', 'keys:manage'] as const
export type Scope = (typeof scopes)[number]

/** An account speaking through one of its keys or sessions. */
export interface Actor {
  readonly accountId: AccountId
  readonly scopes: ReadonlySet<Scope>
  /** What authenticated it: rate limits count per key. */
  readonly credential:
    | { readonly kind: 'key'; readonly id: KeyId }
    | { readonly kind: 'session'; readonly id: SessionId }
}
