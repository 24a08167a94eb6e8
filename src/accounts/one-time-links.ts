/** One-time links, handed over by the operator. Following one verifies the address. */

import type { Store } from '../domain/ports.ts'
import { deleteAll } from '../domain/records.ts'
import { isToken, newToken, sha256 } from './secret.ts'
import type { Clock } from './sessions.ts'

/** `invite` and `reset` are for choosing a password; `sign-in` signs in at once. */
export type LinkKind = 'invite' | 'reset' | 'sign-in'

export interface Link {
  readonly kind: LinkKind
  readonly email: string
}

/** The lifetime of links in hours. */
export const linkHours = { invite: 7 * 24, reset: 24, 'sign-in': 24 } as const satisfies Record<
  LinkKind,
  number
>

export interface Links {
  /** Returns the token. Invalidates earlier links for the address. */
  issue(link: Link): Promise<string>
  /** Reads a link without consuming it, so that link previews do no harm. */
  peek(token: string): Promise<Link | null>
  /** Consumes a link. Only one of two concurrent calls gets it. */
  take(token: string): Promise<Link | null>
  revokeAll(email: string): Promise<void>
}

export function createLinks(store: Store, { now = Date.now }: Clock = {}): Links {
  const records = store.records<Link>('links')

  const revokeAll = (email: string) => deleteAll(records, email)

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
