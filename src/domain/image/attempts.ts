/** How often an image was tried in vain, and when it is worth another try: kept in the store, for every process. */

import { LRUCache } from 'lru-cache'
import type { Store } from '../ports.ts'

interface AttemptRecord {
  readonly tries: number
  /** Milliseconds since 1970. */
  readonly until: number
}

/** An image goes by its version's name. */
export interface Attempts {
  /** Whether its pause is over. */
  isDue(name: string): Promise<boolean>
  /** It was tried in vain: the next pause is longer, and no shorter than `leastSeconds`. */
  failed(name: string, leastSeconds?: number): Promise<void>
  succeeded(name: string): Promise<void>
}

const firstPauseMs = 30_000
const longestPauseMs = 3600_000
/** How long earlier tries count after a pause. */
const remembersMs = 24 * 3600_000

export function createAttempts(store: Pick<Store, 'records'>, now: () => number = Date.now): Attempts {
  const records = store.records<AttemptRecord>('render attempts')
  // What pauses is passed by again and again: the store is asked for it once.
  const pausing = new LRUCache<string, number>({ max: 100_000 })
  const tried = new LRUCache<string, true>({ max: 100_000 })

  return {
    async isDue(name) {
      if ((pausing.get(name) ?? 0) > now()) return false
      const record = await records.get(name)
      if (!record) return true
      tried.set(name, true)
      pausing.set(name, record.until)
      return record.until <= now()
    },

    async failed(name, leastSeconds = 0) {
      const tries = ((await records.get(name))?.tries ?? 0) + 1
      const pauseMs = Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs)
      const until = now() + Math.max(pauseMs, leastSeconds * 1000)
      const expiresAt = new Date(until + remembersMs)
      if (tries > 1 || !(await records.insert(name, { tries, until }, { expiresAt }))) {
        await records.update(name, { tries, until })
        await records.expire(name, expiresAt)
      }
      pausing.set(name, until)
      tried.set(name, true)
    },

    async succeeded(name) {
      if (!tried.delete(name)) return
      pausing.delete(name)
      await records.delete(name)
    },
  }
}
