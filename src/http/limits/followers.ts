/** Limits the followers of graphs, because each holds a connection. */

import { createKeyedCounts } from '../../async/keyed-counts.ts'
import { overloaded, rateLimited } from '../../errors/errors.ts'
import { networkOf } from '../network.ts'

export interface FollowerBounds {
  readonly perAddress: number
  readonly total: number
}

/** One address may be an office with many readers, each with several tabs. */
export const followerBounds: FollowerBounds = { perAddress: 500, total: 20_000 }

/** The `Retry-After` in seconds. */
const retrySeconds = 30

export interface Followers {
  /** Takes a place and returns a function that releases it. Throws `rate_limited` or `overloaded`. */
  enter(address: string): () => void
}

export function createFollowers({ perAddress, total }: FollowerBounds): Followers {
  const followers = createKeyedCounts()
  return {
    enter(address) {
      const name = networkOf(address)
      if (followers.of(name) >= perAddress) throw rateLimited(retrySeconds)
      if (followers.total >= total)
        throw overloaded(`all ${total} places to follow graphs are taken; retry later`, retrySeconds)
      return followers.enter(name)
    },
  }
}
