/** Who is asking, and what they may do (spec 5; contract, "Accounts and keys"). */

import type { AccountId, KeyId, SessionId } from './ids.ts'

export const scopes = ['graphs:write', 'graphs:delete', 'graphs:read', 'keys:manage'] as const
export type Scope = (typeof scopes)[number]

/** The account that makes a request, authenticated by one of its keys or sessions. */
export interface Actor {
  readonly accountId: AccountId
  readonly scopes: ReadonlySet<Scope>
  /** The key or session that authenticated the request. Rate limits are counted per key. */
  readonly credential:
    | { readonly kind: 'key'; readonly id: KeyId }
    | { readonly kind: 'session'; readonly id: SessionId }
}
