/** What the operator's log tells of accounts. */

import type { AccountId } from '../domain/ids.ts'

/** What happened to an account, for the operator's log: never a name, an address of mail or a secret. */
export interface AccountEvent {
  readonly event:
    | 'signed_up'
    | 'signed_in'
    | 'sign_in_refused'
    | 'signed_out_everywhere'
    | 'password_refused'
    | 'password_changed'
    | 'link_followed'
    | 'account_deleted'
  /** Null where nobody knows whose it was. */
  readonly accountId: AccountId | null
  /** The client's address, where it matters to whoever watches for guessing. */
  readonly address?: string
}
