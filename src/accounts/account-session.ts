/** Types of sign-ins and sessions. */

import type { Actor } from '../domain/actor.ts'
import type { Account } from './directory.ts'
import type { Session } from './sessions.ts'

/** The origin of a request. */
export interface Caller {
  /** The address for rate limits: an IPv4 address or an IPv6 /64. */
  readonly address: string
  /** The User-Agent. */
  readonly browser: string
}

export interface SignIn extends Caller {
  readonly name: string
  readonly password: string
  /** Tokens in the browser's cookies, if any. */
  readonly session: string | undefined
  readonly knownBrowser: string | undefined
}

/** Tokens for the browser's cookies. */
export interface SignedIn {
  readonly session: string
  readonly knownBrowser: string
}

/** A valid session with its account. */
export interface AccountSession {
  readonly account: Account
  readonly session: Session
  readonly actor: Actor
}
