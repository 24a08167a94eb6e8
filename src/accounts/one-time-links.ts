/** One-time links, handed over by the operator: whoever follows one has proven the address. */

import type { Store } from '../domain/ports.ts'
import { isToken, newToken, sha256 } from './secret.ts'
import type { Clock } from './sessions.ts'

/** `invite` and `reset` lead to a password that is then chosen; `sign-in` signs in at once. */
export type LinkKind = 'invite' | 'reset' | 'sign-in'

export interface Link {
  readonly kind: LinkKind
  readonly email: string
}

/** Hours a link is good for. */
export const linkHours = { invite: 7 * 24, reset: 24, 'sign-in': 24 } as const satisfies Record<
  LinkKind,
  number
>

export interface Links {
  /** Returns the token; earlier links of the address are void. */
  issue(link: Link): Promise<string>
  /** Looks without using it up: a preview of the link does no harm. */
  peek(token: string): Promise<Link | null>
  /** Uses it up: of two who follow it, one gets it. */
  take(token: string): Promise<Link | null>
  revokeAll(email: string): Promise<void>
}

export function createLinks(store: Store, { now = Date.now }: Clock = {}): Links {
  const records = store.records<Link>('links')

  async function revokeAll(email: string): Promise<void> {
    for (const { id } of await records.list(email)) await records.delete(id)
  }

  return {
    async issue({ kind, email }) {
      await revokeAll(email)
      const token = newToken()
      const expiresAt = new Date(now() + linkHours[kind] * 3_600_000)
      await records.insert(sha256(token), { kind, email }, { owner: email, expiresAt })
      return token
    },
    peek: async token => (isToken(token) ? records.get(sha256(token)) : null),
    take: async token => (isToken(token) ? records.take(sha256(token)) : null),
    revokeAll,
  }
}
