/** Where a gateway has its images drawn: in this process, or by the workers of a shared queue. */

import type { Config } from '../config.ts'
import type { CurrentRenderings } from '../domain/image/current-renderings.ts'
import type { RenderDispatcher, UnstoredDispatcher } from '../domain/image/ports.ts'
import type { Log } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { redisOf } from './redis.ts'
import { openRenderPool } from './render-pool.ts'

/** Renders in this process, or through the shared queue where REDIS_URL names one. */
export async function openRendering(config: Config, renderings: CurrentRenderings, log: Log) {
  const { store } = renderings
  if (config.redisUrl === null) {
    const { dispatcher, renderer } = openRenderPool(config, store, log, {
      renderings,
      niceness: config.renderNice,
    })
    return {
      dispatcher: dispatcher as RenderDispatcher & UnstoredDispatcher,
      metrics: createMetrics(() => renderer.stats()),
    }
  }
  const { createQueueDispatcher } = await import('../job-queue/dispatcher.ts')
  const onError = (error: unknown) => log.warn({ err: error }, 'render queue')
  const dispatcher = await createQueueDispatcher({
    redis: redisOf(config.redisUrl, config),
    store,
    onError,
  })
  if (config.renderFallback === 'none') return { dispatcher, metrics: createMetrics() }
  const { withLocalFallback } = await import('../job-queue/fallback.ts')
  const openLocal = () =>
    openRenderPool(config, store, log, { renderings, niceness: config.renderNice }).dispatcher
  return { dispatcher: withLocalFallback(dispatcher, openLocal), metrics: createMetrics() }
}
