/** Who is asking, and what they may do (spec 5; contract, "Accounts and keys"). */

import type { AccountId, KeyId, SessionId } from './ids.ts'

export const scopes = ['graphs:write', 'graphs:delete', 'graphs:read', 'keys:manage'] as const
export type Scope = (typeof scopes)[number]

/** What authenticated a caller. The operator's commands open the store itself and need no credential that could end. */
export type Credential =
  | { readonly kind: 'key'; readonly id: KeyId }
  | { readonly kind: 'session'; readonly id: SessionId }
  | { readonly kind: 'operator'; readonly id: 'operator' }

/** The account that makes a request, authenticated by one of its keys or sessions. */
export interface Actor {
  readonly accountId: AccountId
  readonly scopes: ReadonlySet<Scope>
  /** Rate limits are counted per credential. */
  readonly credential: Credential
}
