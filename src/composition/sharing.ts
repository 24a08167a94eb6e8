/** State that the gateways of one service share: rate limits, changes of graphs, and budgets. */

import type { Config } from '../config/config.ts'
import { createFeed, type Feed } from '../domain/graph/feed.ts'
import { createPolling } from '../domain/graph/feed-polling.ts'
import { createVariantBudget, type VariantBudget } from '../domain/image/variant-budget.ts'
import type { Store } from '../domain/ports.ts'
import type { Broadcast } from '../job-queue/broadcast.ts'
import type { Log } from '../log.ts'
import { logFailures, redisOf } from './redis.ts'

/** Rate limits, counted in Redis if there is one, else in memory. */
export async function openLimits(config: Config, log: Log) {
  if (config.redisUrl === null || config.rateLimit === null) return undefined
  const { openSharedLimiters } = await import('../http/limits/redis-limiters.ts')
  return openSharedLimiters(redisOf(config.redisUrl, config), logFailures(log, 'shared rate limits failed'))
}

/** How often the store is polled for changes by other gateways. With Redis, this only finds lost messages. */
const askEveryMs = { alone: 500, besideRedis: 15_000 }

/** The broadcast between gateways; null without Redis. */
export async function openBroadcastFor(config: Config, log: Log): Promise<Broadcast | null> {
  const { redisUrl } = config
  if (redisUrl === null) return null
  const { openBroadcast } = await import('../job-queue/broadcast.ts')
  return openBroadcast(redisOf(redisUrl, config), logFailures(log, 'messages between gateways failed'))
}

/** The feed of changes by all gateways, from the broadcast and by polling the store. */
export function openFeed(store: Store, broadcast: Broadcast | null, log: Log): { feed: Feed; close(): void } {
  const local = createFeed()
  const everyMs = broadcast === null ? askEveryMs.alone : askEveryMs.besideRedis
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'changes of graphs could not be read from the store')
  const polling = store.isShared ? createPolling(local, store.graphs, everyMs, onError) : null
  const here = polling?.feed ?? local
  const publishToOthers = broadcast?.join('changes', here.publish)
  return {
    feed: {
      ...here,
      publish(change) {
        here.publish(change)
        publishToOthers?.(change)
      },
    },
    close: () => polling?.stop(),
  }
}

/** The budget for renders in other sizes, shared by all gateways. */
export function openVariantBudget(broadcast: Broadcast | null): VariantBudget {
  const budget = createVariantBudget({ onSpent: spending => publishToOthers?.(spending) })
  const publishToOthers = broadcast?.join('variant-budgets', budget.count)
  return budget
}
