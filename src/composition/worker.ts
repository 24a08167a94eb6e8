/** The composition root of a worker of the shared queue. */

import type { Registry } from 'prom-client'
import { type Config, ConfigError, type RateLimit } from '../config.ts'
import { firstFormats } from '../domain/image/in-flight.ts'
import { defaultLook, lookName } from '../domain/image/look.ts'
import { startReconciler } from '../domain/image/reconciler.ts'
import { withVariantBound } from '../domain/sweeping.ts'
import { unavailable } from '../errors/errors.ts'
import type { Log } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { openStore } from '../storage/open.ts'
import { canaryInTime } from './canary.ts'
import { redisOf } from './redis.ts'
import { openRenderPool } from './render-pool.ts'
import { openTracingFor } from './tracing.ts'

export interface WorkerApp {
  readonly metrics: Registry
  /** Resolves when store and queue answer and a canary was drawn; else rejects, saying which failed. */
  ready(): Promise<void>
  /** Finishes what it holds, within a bound. */
  close(): Promise<void>
}

/** Where nobody asks a worker for its readiness its supervisor learns by its end. */
const workerGivesUp: RateLimit = { points: 10, seconds: 300 }

/** A store, a render pool and the queue's two sides: it draws, and sees to what was lost. */
export async function buildWorker(config: Config, log: Log): Promise<WorkerApp> {
  if (config.redisUrl === null)
    throw new ConfigError(['REDIS_URL must be set: a worker serves a shared queue'])
  const redis = redisOf(config.redisUrl, config)
  const onError = (error: unknown) => log.warn({ err: error }, 'render queue')
  const tracing = await openTracingFor('worker', config, log)
  const opened = await openStore(config)
  const store = withVariantBound(tracing?.store(opened) ?? opened)
  const { dispatcher, renderer, workers } = openRenderPool(config, store, log, {
    giveUp: workerGivesUp,
    tracing,
  })
  const { createQueueWorker } = await import('../job-queue/worker.ts')
  const { createQueueDispatcher } = await import('../job-queue/dispatcher.ts')
  const worker = await createQueueWorker({
    redis,
    store,
    dispatcher,
    traces: tracing?.jobs,
    // Some that it holds wait in the slow lane; the pages must not wait for the queue meanwhile.
    concurrency: workers * 2 + 4,
    onRendered: ({ graphId, version, formats, look }, ms) =>
      log.debug({ graphId, version, formats, look: lookName(look), ms: Math.round(ms) }, 'rendered'),
    onError,
  })
  const queue = await createQueueDispatcher({ redis, store, onError })
  const stopReconciling = startReconciler({
    store,
    resume: graph =>
      queue.submit({ ...graph, formats: firstFormats, look: defaultLook }, 'background').result,
    onError: error => log.warn({ err: error }, 'images that are still to be made'),
  })
  const { registry } = createMetrics({
    pool: () => renderer.stats(),
    queue: () => queue.stats(),
    renders: () => renderer.stats().workers > 0,
  })

  return {
    metrics: registry,
    async ready() {
      if (!worker.connected) throw unavailable('the render queue does not answer')
      await Promise.all([store.ping(), canaryInTime(dispatcher)])
    },
    async close() {
      stopReconciling()
      await Promise.all([worker.close(), queue.close()])
      await dispatcher.close()
      await store.close()
      await tracing?.close()
    },
  }
}
