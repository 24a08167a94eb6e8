/** The parts that the use-cases of accounts share, and how they begin and end sessions. */

import type { AccountId } from '../domain/ids.ts'
import type { AccountEvent } from './account-event.ts'
import type { Caller, SignedIn } from './account-session.ts'
import type { Directory } from './directory.ts'
import type { KnownDevices } from './known-devices.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { Links } from './one-time-links.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'

/** Who may create an account: anybody, whom the operator invites, or nobody. */
export type SignupPolicy = 'open' | 'invite' | 'closed'

export interface AccountParts {
  readonly directory: Directory
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly devices: KnownDevices
  readonly throttle: LoginThrottle
  readonly links: Links
  /** Writes to the operator's log. */
  readonly report: (event: AccountEvent) => void
}

type SignInTokens = Pick<AccountParts, 'sessions' | 'devices'>

/** Signs a browser in: a new session, and the token by which the browser is known when it signs in again. */
export async function issueSession(
  { sessions, devices }: SignInTokens,
  accountId: AccountId,
  { browser }: Pick<Caller, 'browser'>,
): Promise<SignedIn> {
  return {
    session: await sessions.begin(accountId, browser),
    knownBrowser: await devices.remember(accountId),
  }
}

/** Takes back what `issueSession` gave. */
export async function revoke(
  { sessions, devices }: SignInTokens,
  { session, knownBrowser }: SignedIn,
): Promise<void> {
  await sessions.end(session)
  await devices.forget(knownBrowser)
}

/** Ends all sessions and forgets all known devices of an account. */
export async function revokeAllSessions(
  { sessions, devices }: SignInTokens,
  accountId: AccountId,
): Promise<void> {
  await sessions.endAll(accountId)
  await devices.forgetAll(accountId)
}
