/**
 * Throttles password guessing per name and per client address: after a few free attempts, each one doubles the wait, up to a
 * limit. Attempts during a wait are refused and not counted, so that nobody can prolong another's wait. Known browsers are
 * counted separately (OWASP "device cookies"), and one-time links are never throttled.
 */

import type { Records, Store } from '../domain/ports.ts'
import { rateLimited } from '../errors/errors.ts'
import { sha256 } from './secret.ts'
import type { Clock } from './sessions.ts'

interface AttemptRecord {
  readonly count: number
  /** Milliseconds since 1970. */
  readonly waitUntil: number
}

export interface Allowance {
  /** The number of attempts without a wait. */
  readonly free: number
  /** The longest wait in seconds. */
  readonly longest: number
}

/** The allowance per kind of attempt. */
export const allowances = {
  name: { free: 5, longest: 900 },
  browser: { free: 5, longest: 900 },
  address: { free: 30, longest: 900 },
  signUp: { free: 10, longest: 3600 },
} as const satisfies Record<string, Allowance>

export type AttemptKind = keyof typeof allowances

export interface LoginThrottle {
  /** Counts an attempt before it is made, so that concurrent ones are counted too. Rejects with `rate_limited`. */
  begin(kind: AttemptKind, who: string): Promise<void>
  /** Uncounts a successful attempt. */
  forgive(kind: AttemptKind, who: string): Promise<void>
  /** Resets the count. */
  clear(kind: AttemptKind, who: string): Promise<void>
}

const rememberedMs = 24 * 3_600_000
/** How often a counter update is retried after concurrent changes. */
const maxRaces = 20

export function createLoginThrottle(store: Store, { now = Date.now }: Clock = {}): LoginThrottle {
  const records: Records<AttemptRecord> = store.records<AttemptRecord>('attempts')
  const idOf = (kind: AttemptKind, who: string) => sha256(`${kind}:${who}`)

  async function change(id: string, next: (before: AttemptRecord) => AttemptRecord): Promise<void> {
    const expiresAt = new Date(now() + rememberedMs)
    for (let race = 0; race < maxRaces; race++) {
      const before = await records.get(id)
      const after = next(before ?? { count: 0, waitUntil: 0 })
      const changed = before
        ? await records.update(id, after, before)
        : await records.insert(id, after, { expiresAt })
      if (!changed) continue
      if (before) await records.expire(id, expiresAt)
      return
    }
    throw rateLimited(1)
  }

  return {
    begin(kind, who) {
      return change(idOf(kind, who), ({ count, waitUntil }) => {
        const seconds = Math.ceil((waitUntil - now()) / 1000)
        // If the wait is longer than the maximum, the clock was set back meanwhile: the wait is over.
        if (seconds > 0 && seconds <= allowances[kind].longest) throw rateLimited(seconds)
        return { count: count + 1, waitUntil: now() + 1000 * waitAfter(count + 1, allowances[kind]) }
      })
    },
    forgive(kind, who) {
      return change(idOf(kind, who), ({ count }) => ({ count: Math.max(0, count - 1), waitUntil: 0 }))
    },
    async clear(kind, who) {
      await records.delete(idOf(kind, who))
    },
  }
}

function waitAfter(count: number, { free, longest }: Allowance): number {
  return count < free ? 0 : Math.min(longest, 2 ** Math.min(30, count - free))
}
