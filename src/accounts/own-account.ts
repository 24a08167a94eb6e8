/** What people change of their own account while they are signed in. */

import type { AccountId } from '../domain/ids.ts'
import type { Records } from '../domain/ports.ts'
import { type AccountParts, issueSession, revokeAllSessions } from './account-parts.ts'
import type { AccountSession, Caller, SignedIn } from './account-session.ts'
import { deleteAllKeys } from './api-keys/end-all-keys.ts'
import type { KeyRecord } from './api-keys/key-record.ts'
import { wrongPassword } from './faults.ts'
import { checkPassword } from './password-rules.ts'
import type { GraphRemoval, GraphsOnRemoval } from './removal.ts'

export interface OwnAccount {
  /** Ends all sessions of the account, including this one. */
  signOutEverywhere(session: AccountSession, password: string): Promise<void>
  /** Ends all sessions and returns a new one. */
  changePassword(session: AccountSession, current: string, next: string, caller: Caller): Promise<SignedIn>
  /** Sets the lifetime of new graphs, such as `90d`; null if they stay until they are deleted. */
  setGraphsStay(accountId: AccountId, length: string | null): Promise<void>
  /** Deletes the account with its keys and sessions, and with its graphs if requested. */
  remove(session: AccountSession, password: string, graphs: GraphsOnRemoval): Promise<void>
}

export function createOwnAccount(
  parts: AccountParts,
  keys: Records<KeyRecord>,
  removal: GraphRemoval,
): OwnAccount {
  const { directory, passwords, throttle, links, report } = parts

  /** Requires the password in addition to the session, because somebody else may use an open browser. */
  async function requirePassword({ account }: AccountSession, password: string): Promise<void> {
    await throttle.begin('browser', account.accountId)
    const { matches } = await passwords.verify(account.passwordHash, password)
    if (!matches) {
      report({ event: 'password_refused', accountId: account.accountId })
      throw wrongPassword()
    }
    await throttle.clear('browser', account.accountId)
  }

  /** Sessions end first, because they can make keys. */
  async function endCredentials(accountId: AccountId): Promise<void> {
    await revokeAllSessions(parts, accountId)
    await deleteAllKeys(keys, accountId)
  }

  return {
    async signOutEverywhere(session, password) {
      await requirePassword(session, password)
      await revokeAllSessions(parts, session.account.accountId)
      report({ event: 'signed_out_everywhere', accountId: session.account.accountId })
    },

    async changePassword(session, current, next, caller) {
      const { account } = session
      await checkPassword(next, account.email)
      await requirePassword(session, current)
      if (!(await directory.setPassword(account, await passwords.hash(next)))) throw wrongPassword()
      await links.revokeAll(account.email)
      await revokeAllSessions(parts, account.accountId)
      report({ event: 'password_changed', accountId: account.accountId, address: caller.address })
      return issueSession(parts, account.accountId, caller)
    },

    setGraphsStay: (accountId, length) => directory.setGraphsStay(accountId, length),

    async remove(session, password, graphs) {
      await requirePassword(session, password)
      const { account } = session
      // The slowest step, which may fail, comes first. The account still exists then, and its deletion can be repeated.
      if (graphs === 'delete') await removal.removeGraphs(account.accountId)
      await links.revokeAll(account.email)
      await endCredentials(account.accountId)
      await directory.remove(account)
      // Again, because a sign-in may have made a session meanwhile.
      await endCredentials(account.accountId)
      report({ event: 'account_deleted', accountId: account.accountId })
      if (graphs === 'delete') await removal.removeLate(account.accountId)
    },
  }
}
