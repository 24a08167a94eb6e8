/** Limits the followers of graphs, because each holds a connection. */

import { overloaded, rateLimited } from '../../errors/errors.ts'
import { networkOf } from './limits.ts'

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
  const counts = new Map<string, number>()
  let all = 0
  return {
    enter(address) {
      const name = networkOf(address)
      const here = counts.get(name) ?? 0
      if (here >= perAddress) throw rateLimited(retrySeconds)
      if (all >= total)
        throw overloaded(`all ${total} places to follow graphs are taken; retry later`, retrySeconds)
      all += 1
      counts.set(name, here + 1)
      let left = false
      return () => {
        if (left) return
        left = true
        all -= 1
        const rest = (counts.get(name) ?? 1) - 1
        if (rest > 0) counts.set(name, rest)
        else counts.delete(name)
      }
    },
  }
}
