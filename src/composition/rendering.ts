/** Sets up rendering of a gateway: in this process, or by workers through the shared queue. */

import type { Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { BodyReaders } from '../domain/figure/body-readers.ts'
import type { RenderDispatcher, UnstoredDispatcher } from '../domain/image/ports.ts'
import type { CurrentRenderings } from '../domain/image/renders/current-renderings.ts'
import type { Log } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { logFailures, redisOf } from './redis.ts'
import { openRenderPool } from './render-pool.ts'
import type { Tracing } from './tracing.ts'

export interface Rendering {
  readonly dispatcher: RenderDispatcher & UnstoredDispatcher
  readonly metrics: Registry
}

export interface RenderingDeps extends Pick<BodyReaders, 'slowPartOf'> {
  readonly renderings: CurrentRenderings
  readonly tracing: Tracing | null
}

/** Uses the shared queue if REDIS_URL is set. */
export async function openRendering(
  config: Config,
  log: Log,
  { renderings, slowPartOf, tracing }: RenderingDeps,
): Promise<Rendering> {
  const { store } = renderings
  const openLocal = () =>
    openRenderPool(config, store, log, { renderings, niceness: config.renderNice, slowPartOf, tracing })
  if (config.redisUrl === null) {
    const { dispatcher, renderer } = openLocal()
    const pool = () => renderer.stats()
    return { dispatcher, metrics: createMetrics({ pool, renders: () => pool().workers > 0 }) }
  }
  const { createQueueDispatcher } = await import('../job-queue/gateway/dispatcher.ts')
  const queue = await createQueueDispatcher({
    redis: redisOf(config.redisUrl, config),
    store,
    traces: tracing?.jobs,
    onError: logFailures(log, 'the render queue failed'),
  })
  const stats = () => queue.stats()
  if (config.renderFallback === 'none') {
    return { dispatcher: queue, metrics: createMetrics({ queue: stats, renders: () => queue.alive }) }
  }
  const { withLocalFallback } = await import('../job-queue/gateway/fallback.ts')
  let local: ReturnType<typeof openLocal> | null = null
  const dispatcher = withLocalFallback(queue, () => {
    local = openLocal()
    return local.dispatcher
  })
  const pool = () => local?.renderer.stats() ?? null
  return { dispatcher, metrics: createMetrics({ pool, queue: stats, renders: () => true }) }
}
