/** The default lifetime of an account's graphs, set by its owner or the operator. */

import { LRUCache } from 'lru-cache'
import { readDuration } from '../domain/durations.ts'
import type { Lifetimes } from '../domain/graph/expiry.ts'
import type { AccountId } from '../domain/ids.ts'
import type { Store } from '../domain/ports.ts'
import { invalidParameter } from '../errors/errors.ts'
import { createDirectory } from './directory.ts'

/** Parses the default lifetime of graphs, such as `90d`; null for `forever`. `name` is that of the field or argument. */
export function readLifetime(name: string, given: string): string | null {
  if (given === 'forever') return null
  if (readDuration(given) !== null) return given
  throw invalidParameter(name, 'must be forever, or a length of time such as 12h, 90d, 4w or 1y')
}

/** How long settings are cached, because every create reads them. */
const trustedMs = 5_000
const maxRemembered = 10_000

/** Reads the settings with a cache, so that changes take effect after at most `trustedMs`. `clock` counts milliseconds. */
export function createGraphLifetimes(store: Store, clock: { now(): number } = performance): Lifetimes {
  const directory = createDirectory(store)
  const known = new LRUCache<AccountId, Promise<number | null>>({
    max: maxRemembered,
    ttl: trustedMs,
    perf: clock,
  })

  async function read(accountId: AccountId): Promise<number | null> {
    const length = (await directory.find(accountId))?.graphsStay
    return length ? readDuration(length) : null
  }

  return {
    of(accountId) {
      const found = known.get(accountId)
      if (found) return found
      const fresh = read(accountId)
      known.set(accountId, fresh)
      fresh.catch(() => known.delete(accountId))
      return fresh
    },
  }
}
