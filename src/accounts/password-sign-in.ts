/** Signing up and in with a password. */

import { checkAll } from '../errors/collect-faults.ts'
import { forbidden } from '../errors/errors.ts'
import { type AccountParts, issueSession, revoke, type SignupPolicy } from './account-parts.ts'
import type { Caller, SignedIn, SignIn } from './account-session.ts'
import type { Account } from './directory.ts'
import { readEmail, readSignInName } from './emails.ts'
import { wrongCredentials } from './faults.ts'
import { checkPassword } from './password-rules.ts'

export interface PasswordSignIn {
  /**
   * Creates an account that claims the address. If another account claims it already, resolves in the same way and time,
   * and the existing password stays valid. Rejects with `invalid_parameter`, `forbidden` or `rate_limited`.
   */
  signUp(request: { email: string; password: string } & Pick<Caller, 'address'>): Promise<void>
  /** Rejects with `rate_limited`, or with `unauthenticated`, which is the same for unknown names and wrong passwords. */
  signIn(request: SignIn): Promise<SignedIn>
}

export function createPasswordSignIn(parts: AccountParts, signup: SignupPolicy): PasswordSignIn {
  const { directory, passwords, sessions, devices, throttle, report } = parts

  return {
    async signUp({ email: given, password, address }) {
      if (signup !== 'open') throw forbidden('new accounts are made by invitation of the operator')
      // Counted first, because checking a password takes some milliseconds.
      await throttle.begin('signUp', address)
      const [email] = await checkAll(
        async () => readEmail(given),
        () => checkPassword(password, given),
      )
      const account = await directory.claim(email, await passwords.hash(password))
      if (account) report({ event: 'signed_up', accountId: account.accountId, address })
    },

    async signIn({ name: given, password, address, browser, session, knownBrowser }) {
      const name = readSignInName(given) ?? ''
      const candidates = [await directory.verified(name), await directory.claimed(name)]
      const owner = await devices.owner(knownBrowser)
      const known = candidates.some(account => account?.accountId === owner)
      const kind = known ? 'browser' : 'name'
      const who = known ? `${owner}:${knownBrowser}` : name
      // Known browsers are not throttled by address, so that sharing an address with an attacker does not lock users out.
      if (!known) await throttle.begin('address', address)
      await throttle.begin(kind, who)

      // Always verifies both, so that the time reveals nothing.
      let account: Account | null = null
      for (const candidate of candidates) {
        const { matches, outdated } = await passwords.verify(candidate?.passwordHash ?? null, password)
        if (!matches || !candidate || account) continue
        account = outdated ? await renewed(candidate, password) : candidate
      }
      if (!account) {
        report({ event: 'sign_in_refused', accountId: null, address })
        throw wrongCredentials()
      }

      if (!known) await throttle.forgive('address', address)
      await throttle.clear(kind, who)
      await sessions.end(session)
      report({ event: 'signed_in', accountId: account.accountId, address })
      const signedIn = await issueSession(parts, account.accountId, { browser })
      // A password that was changed meanwhile has ended all sessions but this one.
      if ((await directory.find(account.accountId))?.passwordHash === account.passwordHash) return signedIn
      await revoke(parts, signedIn)
      throw wrongCredentials()
    },
  }

  /** Replaces a hash of older parameters. */
  async function renewed(account: Account, password: string): Promise<Account> {
    const passwordHash = await passwords.hash(password)
    return (await directory.setPassword(account, passwordHash)) ? { ...account, passwordHash } : account
  }
}
