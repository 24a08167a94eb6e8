/** The composition root of queue workers. */

import type { Registry } from 'prom-client'
import { type Config, ConfigError } from '../config/config.ts'
import type { Rate } from '../config/kinds.ts'
import { defaultLook, lookName } from '../domain/image/look.ts'
import { firstFormats } from '../domain/image/pinned.ts'
import { startReconciler } from '../domain/image/renders/reconciler.ts'
import { withVariantBound } from '../domain/sweeping.ts'
import { unavailable } from '../errors/errors.ts'
import type { Log } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { openStore } from '../storage/open.ts'
import { canaryInTime } from './canary.ts'
import { logFailures, redisOf } from './redis.ts'
import { openRenderPool } from './render-pool.ts'
import { openTracingFor } from './tracing.ts'

export interface WorkerApp {
  readonly metrics: Registry
  /** Resolves if store and queue answer and the canary was rendered; else rejects with the reason. */
  ready(): Promise<void>
  /** Finishes the current jobs, with a time limit. */
  close(): Promise<void>
}

/** A worker ends after failed browser starts, because its supervisor may not check its readiness. */
const workerGivesUp: Rate = { points: 10, seconds: 300 }

/** Builds a worker from a store, a render pool and both sides of the queue: it renders, and reconciles lost renders. */
export async function buildWorker(config: Config, log: Log): Promise<WorkerApp> {
  if (config.redisUrl === null)
    throw new ConfigError(['REDIS_URL must be set: a worker serves a shared queue'])
  const redis = redisOf(config.redisUrl, config)
  const onError = logFailures(log, 'the render queue failed')
  const tracing = await openTracingFor('worker', config, log)
  const opened = await openStore(config)
  const store = withVariantBound(tracing?.store(opened) ?? opened)
  const { dispatcher, renderer, workers } = openRenderPool(config, store, log, {
    giveUp: workerGivesUp,
    tracing,
  })
  const { createQueueWorker } = await import('../job-queue/worker/worker.ts')
  const { createQueueDispatcher } = await import('../job-queue/gateway/dispatcher.ts')
  const worker = await createQueueWorker({
    redis,
    store,
    dispatcher,
    traces: tracing?.jobs,
    // Some jobs wait in the slow lane, and the pages must not wait for the queue meanwhile.
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
    onError: error => log.warn({ err: error }, 'images that are still to be made could not be looked for'),
  })
  const metrics = createMetrics({
    pool: () => renderer.stats(),
    queue: () => queue.stats(),
    renders: () => renderer.stats().workers > 0,
  })

  return {
    metrics,
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
