/** The use-cases of accounts: signing up, in and out, passwords, one-time links, and deletion. */

import type { AccountId } from '../domain/ids.ts'
import type { Store } from '../domain/ports.ts'
import { allFaults, forbidden } from '../errors/errors.ts'
import type { AccountEvent } from './account-event.ts'
import type { AccountSession, Caller, SignedIn, SignIn } from './account-session.ts'
import { keyRecords } from './api-keys/key-record.ts'
import { type Account, createDirectory } from './directory.ts'
import { readEmail, readSignInName } from './emails.ts'
import { ExpiredLink, wrongCredentials, wrongPassword } from './faults.ts'
import { createKnownDevices } from './known-devices.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { createLinks, type Link } from './one-time-links.ts'
import { checkPassword } from './password-rules.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createRemoval, type GraphsOnRemoval } from './removal.ts'
import { type Clock, createSessions, type Session, sessionActor } from './sessions.ts'

export interface Accounts {
  /**
   * Creates an account that claims the address. If another account claims it already, resolves in the same way and time,
   * and the existing password stays valid. Rejects with `invalid_parameter`, `forbidden` or `rate_limited`.
   */
  signUp(request: { email: string; password: string } & Pick<Caller, 'address'>): Promise<void>
  /** Rejects with `rate_limited`, or with `unauthenticated`, which is the same for unknown names and wrong passwords. */
  signIn(request: SignIn): Promise<SignedIn>
  /** The session of a token; null if there is none. */
  sessionOf(token: string | undefined): Promise<AccountSession | null>
  sessions(session: AccountSession): Promise<readonly Session[]>
  signOut(session: string | undefined): Promise<void>
  /** Ends all sessions of the account, including this one. */
  signOutEverywhere(session: AccountSession, password: string): Promise<void>
  /** Ends all sessions and returns a new one. */
  changePassword(session: AccountSession, current: string, next: string, caller: Caller): Promise<SignedIn>
  /** Sets the lifetime of new graphs, such as `90d`; null if they stay until they are deleted. */
  setGraphsStay(accountId: AccountId, length: string | null): Promise<void>
  /** Deletes the account with its keys and sessions, and with its graphs if requested. */
  remove(session: AccountSession, password: string, graphs: GraphsOnRemoval): Promise<void>
  /** Continues removals of graphs that were interrupted by the end of the service. */
  resumeRemovals(): Promise<void>
  /** The purpose of a one-time link; null if it was used, replaced or has expired. */
  link(token: string): Promise<Link | null>
  /** Sets the password of the link's address, which the link verifies, and signs in. */
  followLink(token: string, password: string, caller: Caller): Promise<SignedIn>
  /** Signs in by a link of the kind `sign-in` and consumes it. Null for other or invalid links. */
  signInByLink(token: string, caller: Caller): Promise<SignedIn | null>
}

export interface AccountsOptions extends Clock {
  readonly signup: 'open' | 'invite' | 'closed'
  readonly passwords?: Passwords
  readonly onEvent?: (event: AccountEvent) => void
  /** Called for failures after the deletion of an account was answered. */
  readonly onError: (error: unknown) => void
}

export function createAccounts(store: Store, options: AccountsOptions): Accounts {
  const passwords = options.passwords ?? createPasswords()
  const directory = createDirectory(store)
  const sessions = createSessions(store, options)
  const browsers = createKnownDevices(store, options)
  const attempts = createLoginThrottle(store, options)
  const links = createLinks(store, options)
  const keys = keyRecords(store)
  const isGone = async (accountId: AccountId) => (await directory.find(accountId)) === null
  const removal = createRemoval(store, isGone, options.onError)
  const tell = (event: AccountEvent) => options.onEvent?.(event)

  async function issueSession(accountId: AccountId, caller: Pick<Caller, 'browser'>): Promise<SignedIn> {
    return {
      session: await sessions.begin(accountId, caller.browser),
      knownBrowser: await browsers.remember(accountId),
    }
  }

  /** Ends all sessions and forgets all known devices of an account. */
  async function revokeAllSessions(accountId: AccountId): Promise<void> {
    await sessions.endAll(accountId)
    await browsers.forgetAll(accountId)
  }

  /** Requires the password in addition to the session, because somebody else may use an open browser. */
  async function requirePassword({ account }: AccountSession, password: string): Promise<void> {
    await attempts.begin('browser', account.accountId)
    const { matches } = await passwords.verify(account.passwordHash, password)
    if (!matches) {
      tell({ event: 'password_refused', accountId: account.accountId })
      throw wrongPassword()
    }
    await attempts.clear('browser', account.accountId)
  }

  /** The account of a link, which is verified from now on. */
  async function verifiedAccount(email: string): Promise<Account> {
    const claimed = (await directory.verified(email)) ? null : await directory.claimed(email)
    if (claimed && (await directory.promote(claimed))) {
      // The account was unverified until now, so its keys may belong to somebody else.
      for (const { id } of await keys.list(claimed.accountId)) {
        await keys.update(id, { revokedAt: new Date().toISOString() }, { revokedAt: null })
      }
    }
    return (await directory.ensureVerified(email)).account
  }

  return {
    async signUp({ email: given, password, address }) {
      if (options.signup !== 'open') throw forbidden('new accounts are made by invitation of the operator')
      // Counted first, because checking a password takes some milliseconds.
      await attempts.begin('signUp', address)
      const [email] = await allFaults(
        async () => readEmail(given),
        () => checkPassword(password, given),
      )
      const account = await directory.claim(email, await passwords.hash(password))
      if (account) tell({ event: 'signed_up', accountId: account.accountId, address })
    },

    async signIn({ name: given, password, address, browser, session, knownBrowser }) {
      const name = readSignInName(given) ?? ''
      const candidates = [await directory.verified(name), await directory.claimed(name)]
      const owner = await browsers.owner(knownBrowser)
      const known = owner !== null && candidates.some(account => account?.accountId === owner)
      const kind = known ? 'browser' : 'name'
      const who = known ? `${owner}:${knownBrowser}` : name
      // Known browsers are not throttled by address, so that sharing an address with an attacker does not lock users out.
      if (!known) await attempts.begin('address', address)
      await attempts.begin(kind, who)

      // Always verifies both, so that the time reveals nothing.
      let account: Account | null = null
      for (const candidate of candidates) {
        const { matches, outdated } = await passwords.verify(candidate?.passwordHash ?? null, password)
        if (!matches || !candidate || account) continue
        account = candidate
        if (outdated) await directory.setPassword(account, await passwords.hash(password))
      }
      if (!account) {
        tell({ event: 'sign_in_refused', accountId: null, address })
        throw wrongCredentials()
      }

      if (!known) await attempts.forgive('address', address)
      await attempts.clear(kind, who)
      await sessions.end(session)
      tell({ event: 'signed_in', accountId: account.accountId, address })
      return issueSession(account.accountId, { browser })
    },

    async sessionOf(token) {
      const session = await sessions.find(token)
      const account = session && (await directory.find(session.accountId))
      return session && account ? { account, session, actor: sessionActor(session) } : null
    },

    sessions: ({ account }) => sessions.list(account.accountId),
    signOut: token => sessions.end(token),

    async signOutEverywhere(session, password) {
      await requirePassword(session, password)
      await revokeAllSessions(session.account.accountId)
      tell({ event: 'signed_out_everywhere', accountId: session.account.accountId })
    },

    async changePassword(session, current, next, caller) {
      const { account } = session
      await checkPassword(next, account.email)
      await requirePassword(session, current)
      if (!(await directory.setPassword(account, await passwords.hash(next)))) throw wrongPassword()
      await links.revokeAll(account.email)
      await revokeAllSessions(account.accountId)
      tell({ event: 'password_changed', accountId: account.accountId, address: caller.address })
      return issueSession(account.accountId, caller)
    },

    setGraphsStay: (accountId, length) => directory.setGraphsStay(accountId, length),

    async remove(session, password, graphs) {
      await requirePassword(session, password)
      const { account } = session
      // The slowest step, which may fail, comes first. The account still exists then, and its deletion can be repeated.
      if (graphs === 'delete') await removal.removeGraphs(account.accountId)
      await revokeAllSessions(account.accountId)
      await links.revokeAll(account.email)
      for (const { id } of await keys.list(account.accountId)) await keys.delete(id)
      await directory.remove(account)
      tell({ event: 'account_deleted', accountId: account.accountId })
      if (graphs === 'delete') await removal.removeLate(account.accountId)
    },

    resumeRemovals: () => removal.resume(),

    link: token => links.peek(token),

    async followLink(token, password, caller) {
      const link = await links.peek(token)
      if (!link || link.kind === 'sign-in') throw new ExpiredLink()
      if (link.kind === 'invite' && options.signup === 'closed') {
        throw forbidden('this service takes no new accounts')
      }
      await checkPassword(password, link.email)
      const passwordHash = await passwords.hash(password)
      if (!(await links.take(token))) throw new ExpiredLink()

      const account = await verifiedAccount(link.email)
      if (!(await directory.setPassword(account, passwordHash))) throw new ExpiredLink()
      await revokeAllSessions(account.accountId)
      await attempts.clear('name', link.email)
      tell({ event: 'link_followed', accountId: account.accountId, address: caller.address })
      return issueSession(account.accountId, caller)
    },

    async signInByLink(token, caller) {
      if ((await links.peek(token))?.kind !== 'sign-in') return null
      const link = await links.take(token)
      const account = link && (await directory.verified(link.email))
      if (!account) return null
      tell({ event: 'link_followed', accountId: account.accountId, address: caller.address })
      return issueSession(account.accountId, caller)
    },
  }
}
