/** Counts failed attempts at an image and delays the next one. Kept in the store, so that all processes know. */

import { LRUCache } from 'lru-cache'
import type { Store } from '../ports.ts'
import { upsert } from '../records.ts'

interface AttemptRecord {
  readonly tries: number
  /** Milliseconds since 1970. */
  readonly until: number
}

/** Images are identified by `versionName`. */
export interface Backoff {
  /** Whether the delay after the last failure is over. */
  isDue(name: string): Promise<boolean>
  /** Records a failure. Each delay is longer than the one before, and at least `minSeconds`. */
  failed(name: string, minSeconds?: number): Promise<void>
  succeeded(name: string): Promise<void>
}

const firstPauseMs = 30_000
const longestPauseMs = 3600_000
/** How long failures are remembered after a delay is over. */
const remembersMs = 24 * 3600_000

/** A size instead of a number of entries: the cache would allocate room for all of these at start. */
const remembered = { maxSize: 100_000, sizeCalculation: () => 1 }

export function createBackoff(store: Pick<Store, 'records'>, now: () => number = Date.now): Backoff {
  const records = store.records<AttemptRecord>('render attempts')
  // Delayed images are looked at in each pass; the cache saves asking the store for them each time.
  const pausing = new LRUCache<string, number>(remembered)
  const tried = new LRUCache<string, true>(remembered)

  return {
    async isDue(name) {
      if ((pausing.get(name) ?? 0) > now()) return false
      const record = await records.get(name)
      if (!record) return true
      tried.set(name, true)
      pausing.set(name, record.until)
      return record.until <= now()
    },

    async failed(name, minSeconds = 0) {
      const tries = ((await records.get(name))?.tries ?? 0) + 1
      const pauseMs = Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs)
      const until = now() + Math.max(pauseMs, minSeconds * 1000)
      await upsert(records, name, { tries, until }, new Date(until + remembersMs))
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
