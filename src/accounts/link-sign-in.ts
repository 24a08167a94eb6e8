/** Signing in by the one-time links that the operator hands out. */

import type { Records } from '../domain/ports.ts'
import { forbidden } from '../errors/errors.ts'
import { type AccountParts, issueSession, revokeAllSessions, type SignupPolicy } from './account-parts.ts'
import type { Caller, SignedIn } from './account-session.ts'
import { revokeAllKeys } from './api-keys/end-all-keys.ts'
import type { KeyRecord } from './api-keys/key-record.ts'
import type { Account } from './directory.ts'
import { ExpiredLink } from './faults.ts'
import type { Link } from './one-time-links.ts'
import { checkPassword } from './password-rules.ts'

export interface LinkSignIn {
  /** The purpose of a one-time link; null if it was used, replaced or has expired. */
  link(token: string): Promise<Link | null>
  /** Sets the password of the link's address, which the link verifies, and signs in. */
  followLink(token: string, password: string, caller: Caller): Promise<SignedIn>
  /** Signs in by a link of the kind `sign-in` and consumes it. Null for other or invalid links. */
  signInByLink(token: string, caller: Caller): Promise<SignedIn | null>
}

export function createLinkSignIn(
  parts: AccountParts,
  keys: Records<KeyRecord>,
  signup: SignupPolicy,
): LinkSignIn {
  const { directory, passwords, throttle, links, report } = parts

  /**
   * The account of a link, which is verified from now on. `wasClaimed`: it was unverified until now, so its keys may belong
   * to somebody else. They are revoked before it is verified, so that they have ended even if the service stops here.
   */
  async function verifiedAccount(email: string): Promise<{ account: Account; wasClaimed: boolean }> {
    const claimed = (await directory.verified(email)) ? null : await directory.claimed(email)
    if (claimed) await revokeAllKeys(keys, claimed.accountId, Date.now())
    const wasClaimed = claimed !== null && (await directory.promote(claimed))
    return { account: (await directory.ensureVerified(email)).account, wasClaimed }
  }

  return {
    link: token => links.peek(token),

    async followLink(token, password, caller) {
      const link = await links.peek(token)
      if (!link || link.kind === 'sign-in') throw new ExpiredLink()
      if (link.kind === 'invite' && signup === 'closed') {
        throw forbidden('this service takes no new accounts')
      }
      await checkPassword(password, link.email)
      const passwordHash = await passwords.hash(password)
      if (!(await links.take(token))) throw new ExpiredLink()

      const { account, wasClaimed } = await verifiedAccount(link.email)
      if (!(await directory.setPassword(account, passwordHash))) throw new ExpiredLink()
      await revokeAllSessions(parts, account.accountId)
      // Again, because its sessions may have created keys meanwhile.
      if (wasClaimed) await revokeAllKeys(keys, account.accountId, Date.now())
      await throttle.clear('name', link.email)
      report({ event: 'link_followed', accountId: account.accountId, address: caller.address })
      return issueSession(parts, account.accountId, caller)
    },

    async signInByLink(token, caller) {
      if ((await links.peek(token))?.kind !== 'sign-in') return null
      const link = await links.take(token)
      const account = link && (await directory.verified(link.email))
      if (!account) return null
      report({ event: 'link_followed', accountId: account.accountId, address: caller.address })
      return issueSession(parts, account.accountId, caller)
    },
  }
}
