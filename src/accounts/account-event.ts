/** Account events for the operator's log. */

import type { AccountId } from '../domain/ids.ts'

/** An event of an account. Never contains names, email addresses or secrets. */
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
  /** Null if the account is unknown. */
  readonly accountId: AccountId | null
  /** The client's address, to detect password guessing. */
  readonly address?: string
}
