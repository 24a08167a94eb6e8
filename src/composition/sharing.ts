/** What the gateways of one service share: the count of requests, word of changes, and budgets. */

import type { Config } from '../config.ts'
import { createFeed, type Feed } from '../domain/graph/feed.ts'
import { createPolling } from '../domain/graph/feed-polling.ts'
import { createVariantBudget, type VariantBudget } from '../domain/image/variant-budget.ts'
import type { Store } from '../domain/ports.ts'
import type { Broadcast } from '../job-queue/broadcast.ts'
import type { Log } from '../log.ts'
import { redisOf } from './redis.ts'

/** Gateways that share a Redis share the rate limits; one alone counts in its memory. */
export async function openLimits(config: Config, log: Log) {
  if (config.redisUrl === null || config.rateLimit === null) return undefined
  const { openSharedLimiters } = await import('../http/middleware/redis-limiters.ts')
  return openSharedLimiters(redisOf(config.redisUrl, config), error =>
    log.warn({ err: error }, 'rate limits'),
  )
}

/** How often the store is asked what other gateways changed: with a Redis that tells it, only for what was lost. */
const askEveryMs = { alone: 500, besideRedis: 15_000 }

/** What gateways on one Redis tell each other; null where there is none. */
export async function openBroadcastFor(config: Config, log: Log): Promise<Broadcast | null> {
  const { redisUrl } = config
  if (redisUrl === null) return null
  const { openBroadcast } = await import('../job-queue/broadcast.ts')
  return openBroadcast(redisOf(redisUrl, config), error => log.warn({ err: error }, 'word of other gateways'))
}

/** Gateways on one database tell each other of changes, and find in the store what was not told. */
export function openFeed(store: Store, broadcast: Broadcast | null, log: Log): { feed: Feed; close(): void } {
  const local = createFeed()
  const everyMs = broadcast === null ? askEveryMs.alone : askEveryMs.besideRedis
  const onError = (error: unknown) => log.warn({ err: error }, 'word of changes')
  // The embedded store has one gateway.
  const polling = store.kind === 'sqlite' ? null : createPolling(local, store.graphs, everyMs, onError)
  const here = polling?.feed ?? local
  const tellOthers = broadcast?.join('changes', here.publish)
  return {
    feed: {
      ...here,
      publish(change) {
        here.publish(change)
        tellOthers?.(change)
      },
    },
    close: () => polling?.stop(),
  }
}

/** Budgets of sizes that anybody may ask for: what is spent at one gateway counts at all. */
export function openVariantBudget(broadcast: Broadcast | null): VariantBudget {
  const budget = createVariantBudget({ onSpent: spending => tellOthers?.(spending) })
  const tellOthers = broadcast?.join('variant-budgets', budget.count)
  return budget
}
