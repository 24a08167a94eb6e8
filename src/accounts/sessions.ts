/** Sessions, kept in the store so that ending one takes effect on all gateways at once. */

import { type Actor, scopes } from '../domain/actor.ts'
import { type AccountId, type SessionId, sessionIdOf } from '../domain/ids.ts'
import type { Store } from '../domain/ports.ts'
import { deleteAll } from '../domain/records.ts'
import { isToken, newToken, sha256 } from './secret.ts'

/** NIST SP 800-63B-4, AAL2: one hour without a request, one day in total (docs/security.md). */
export const idleMs = 3_600_000
export const absoluteMs = 24 * 3_600_000

/** The minimum interval for storing when a session was last used. */
const touchMs = 60_000

interface SessionRecord {
  readonly accountId: AccountId
  readonly createdAt: string
  readonly seenAt: string
  /** The User-Agent, for the owner to recognise. */
  readonly browser: string
}

/** A session as shown to its owner. The id is a hash of the token, which is not stored. */
export interface Session {
  readonly sessionId: SessionId
  readonly accountId: AccountId
  readonly createdAt: Date
  readonly seenAt: Date
  readonly browser: string
}

export interface Sessions {
  /** Returns the token for the cookie. */
  begin(accountId: AccountId, browser: string): Promise<string>
  /** The session of a token; null if it is unknown, ended or timed out. */
  find(token: string | undefined): Promise<Session | null>
  /** Whether a session has not ended. Unlike `find`, does not count as a request. */
  isOpen(sessionId: SessionId): Promise<boolean>
  list(accountId: AccountId): Promise<readonly Session[]>
  end(token: string | undefined): Promise<void>
  endAll(accountId: AccountId): Promise<void>
}

export interface Clock {
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

export function createSessions(store: Store, { now = Date.now }: Clock = {}): Sessions {
  const records = store.records<SessionRecord>('sessions')

  const endOf = (createdAt: number, seenAt: number) => Math.min(createdAt + absoluteMs, seenAt + idleMs)
  const alive = (session: Session) => now() < endOf(session.createdAt.getTime(), session.seenAt.getTime())

  /** Null if there is no such session, or if it timed out. */
  async function open(sessionId: SessionId): Promise<Session | null> {
    const record = await records.get(sessionId)
    const session = record && present(sessionId, record)
    return session && alive(session) ? session : null
  }

  return {
    async begin(accountId, browser) {
      const token = newToken()
      const at = new Date(now()).toISOString()
      const expiresAt = new Date(endOf(now(), now()))
      const record = { accountId, createdAt: at, seenAt: at, browser: browser.slice(0, 200) }
      await records.insert(sha256(token), record, { owner: accountId, expiresAt })
      return token
    },

    async find(token) {
      if (token === undefined || !isToken(token)) return null
      const sessionId = sessionIdOf(sha256(token))
      const session = await open(sessionId)
      if (!session) return null
      if (now() - session.seenAt.getTime() > touchMs) {
        await records.update(sessionId, { seenAt: new Date(now()).toISOString() })
        await records.expire(sessionId, new Date(endOf(session.createdAt.getTime(), now())))
      }
      return session
    },

    isOpen: async sessionId => (await open(sessionId)) !== null,

    async list(accountId) {
      return (await records.list(accountId))
        .map(({ id, value }) => present(sessionIdOf(id), value))
        .filter(alive)
    },

    async end(token) {
      if (token !== undefined && isToken(token)) await records.delete(sha256(token))
    },

    endAll: accountId => deleteAll(records, accountId),
  }
}

const present = (sessionId: SessionId, record: SessionRecord): Session => ({
  sessionId,
  accountId: record.accountId,
  createdAt: new Date(record.createdAt),
  seenAt: new Date(record.seenAt),
  browser: record.browser,
})

/** The actor of a session, with all scopes. */
export const sessionActor = (session: Session): Actor => ({
  accountId: session.accountId,
  scopes: new Set(scopes),
  credential: { kind: 'session', id: session.sessionId },
})
