/** Who asks to sign in, and who is signed in. */

import type { Actor } from '../domain/actor.ts'
import type { Account } from './directory.ts'
import type { Session } from './sessions.ts'

/** Where a request comes from. */
export interface Caller {
  /** What rate limits take as one client: an IPv4 address or an IPv6 /64. */
  readonly address: string
  /** The browser as it names itself. */
  readonly browser: string
}

export interface SignIn extends Caller {
  readonly name: string
  readonly password: string
  /** Tokens the browser brought along, where it did. */
  readonly session: string | undefined
  readonly knownBrowser: string | undefined
}

/** Tokens for the browser's cookies. */
export interface SignedIn {
  readonly session: string
  readonly knownBrowser: string
}

/** Somebody signed in, at this moment. */
export interface AccountSession {
  readonly account: Account
  readonly session: Session
  readonly actor: Actor
}
