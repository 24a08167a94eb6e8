/** What the gateways of one service share: the count of requests, and word of changes. */

import type { Config } from '../config.ts'
import { createFeed, type Feed } from '../domain/graph/feed.ts'
import { createPolling } from '../domain/graph/feed-polling.ts'
import type { Store } from '../domain/ports.ts'
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

/** Gateways on one database tell each other of changes over Redis, and find them in the store. */
export async function openFeed(
  config: Config,
  store: Store,
  log: Log,
): Promise<{ feed: Feed; close(): void }> {
  const onError = (error: unknown) => log.warn({ err: error }, 'word of changes')
  const local = createFeed()
  const { redisUrl } = config
  const everyMs = redisUrl === null ? askEveryMs.alone : askEveryMs.besideRedis
  // The embedded store has one gateway.
  const polling = store.kind === 'sqlite' ? null : createPolling(local, store.graphs, everyMs, onError)
  const here = polling?.feed ?? local
  const others =
    redisUrl === null
      ? null
      : (await import('../job-queue/change-feed.ts')).openSharedFeed(
          redisOf(redisUrl, config),
          here.publish,
          onError,
        )
  return {
    feed: {
      ...here,
      publish(change) {
        here.publish(change)
        others?.publish(change)
      },
    },
    close() {
      polling?.stop()
      others?.close()
    },
  }
}
