/** The use-cases of accounts: signing up, in and out, passwords, one-time links, and deletion. */

import type { AccountId } from '../domain/ids.ts'
import type { Store } from '../domain/ports.ts'
import type { AccountEvent } from './account-event.ts'
import type { AccountParts, SignupPolicy } from './account-parts.ts'
import type { AccountSession } from './account-session.ts'
import { keyRecords } from './api-keys/key-record.ts'
import { createDirectory } from './directory.ts'
import { createKnownDevices } from './known-devices.ts'
import { createLinkSignIn, type LinkSignIn } from './link-sign-in.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { createLinks } from './one-time-links.ts'
import { createOwnAccount, type OwnAccount } from './own-account.ts'
import { createPasswordSignIn, type PasswordSignIn } from './password-sign-in.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createRemoval } from './removal.ts'
import { type Clock, createSessions, type Session, sessionActor } from './sessions.ts'

export interface Accounts extends PasswordSignIn, LinkSignIn, OwnAccount {
  /** The session of a token; null if there is none. */
  sessionOf(token: string | undefined): Promise<AccountSession | null>
  sessions(session: AccountSession): Promise<readonly Session[]>
  signOut(session: string | undefined): Promise<void>
  /** Continues removals of graphs that were interrupted by the end of the service. */
  resumeRemovals(): Promise<void>
}

export interface AccountsOptions extends Clock {
  readonly signup: SignupPolicy
  readonly passwords?: Passwords
  readonly onEvent?: (event: AccountEvent) => void
  /** Called for failures after the deletion of an account was answered. */
  readonly onError: (error: unknown) => void
}

export function createAccounts(store: Store, options: AccountsOptions): Accounts {
  const directory = createDirectory(store)
  const sessions = createSessions(store, options)
  const parts: AccountParts = {
    directory,
    sessions,
    passwords: options.passwords ?? createPasswords(),
    devices: createKnownDevices(store, options),
    throttle: createLoginThrottle(store, options),
    links: createLinks(store, options),
    report: event => options.onEvent?.(event),
  }
  const keys = keyRecords(store)
  const isGone = async (accountId: AccountId) => (await directory.find(accountId)) === null
  const removal = createRemoval(store, isGone, options.onError)

  return {
    ...createPasswordSignIn(parts, options.signup),
    ...createLinkSignIn(parts, keys, options.signup),
    ...createOwnAccount(parts, keys, removal),

    async sessionOf(token) {
      const session = await sessions.find(token)
      const account = session && (await directory.find(session.accountId))
      return session && account ? { account, session, actor: sessionActor(session) } : null
    },

    sessions: ({ account }) => sessions.list(account.accountId),
    signOut: token => sessions.end(token),
    resumeRemovals: () => removal.resume(),
  }
}
