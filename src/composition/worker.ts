/** A worker of the shared queue: a store, a render pool, and nothing that listens. */

import { type Config, ConfigError, type RateLimit } from '../config.ts'
import { withVariantBound } from '../domain/sweeping.ts'
import type { Log } from '../log.ts'
import { openStore } from '../storage/open.ts'
import { redisOf } from './redis.ts'
import { openRenderPool } from './render-pool.ts'

/** Nobody asks a worker for its readiness: its supervisor learns by its end. */
const workerGivesUp: RateLimit = { points: 10, seconds: 300 }

/** Rejects with a ConfigError without REDIS_URL, and where the store or the queue cannot be had. */
export async function buildWorker(config: Config, log: Log): Promise<{ close(): Promise<void> }> {
  if (config.redisUrl === null)
    throw new ConfigError(['REDIS_URL must be set: a worker serves a shared queue'])
  const store = withVariantBound(await openStore(config))
  const { dispatcher, workers } = openRenderPool(config, store, log, { giveUp: workerGivesUp })
  const { createQueueWorker } = await import('../job-queue/worker.ts')
  const worker = await createQueueWorker({
    redis: redisOf(config.redisUrl, config),
    store,
    dispatcher,
    // Some that it holds wait in the slow lane; the pages must not wait for the queue meanwhile.
    concurrency: workers * 2 + 4,
    onError: error => log.warn({ err: error }, 'render queue'),
  })
  return {
    async close() {
      await worker.close()
      await dispatcher.close()
      await store.close()
    },
  }
}
