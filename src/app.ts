/** The composition root: the only place that knows every module. Building is not listening. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Registry } from 'prom-client'
import { createAccounts } from './accounts/accounts.ts'
import { createKeys } from './accounts/api-keys/keys.ts'
import { createKeyReveals } from './accounts/key-reveals.ts'
import { type Config, ConfigError, type RateLimit, settleAddresses } from './config.ts'
import { defaultTemplatePrefix } from './domain/figure/layout.ts'
import { createAddresses } from './domain/graph/addresses.ts'
import { createFeed, type Feed } from './domain/graph/feed.ts'
import { createPolling } from './domain/graph/feed-polling.ts'
import { createGraphs } from './domain/graph/graphs.ts'
import { type CurrentRenderings, createCurrentRenderings } from './domain/image/current-renderings.ts'
import { createImages } from './domain/image/images.ts'
import { startReconciler } from './domain/image/reconciler.ts'
import { createLocalDispatcher } from './domain/image/render-graph.ts'
import { createUnstoredRenders } from './domain/image/unstored-render.ts'
import type { RenderDispatcher, Store, UnstoredDispatcher } from './domain/ports.ts'
import { createRenderTime } from './domain/quota/render-time.ts'
import { withQuotas } from './domain/quota/stored.ts'
import { startSweeping, withVariantBound } from './domain/sweeping.ts'
import { createLog, type Log } from './log.ts'
import { createMetrics } from './metrics.ts'
import { createChecker } from './parsing/checker.ts'
import { renderCapacity } from './rendering/capacity.ts'
import { createRenderer } from './rendering/renderer.ts'
import type { RendererEvent } from './rendering/renderer-event.ts'
import { createServer } from './server.ts'
import { openStore } from './storage/open.ts'

export interface App {
  readonly baseUrl: string
  readonly plotUrl: string
  readonly store: Store
  readonly metrics: Registry
  /** Answers one request. */
  callback(): (request: IncomingMessage, response: ServerResponse) => void
  /** Ends the drawing: images under way get a moment, who still waits then is told `unavailable`. */
  closeRendering(): Promise<void>
  /** Gives everything back; bounded, and asking twice is no fault. */
  close(): Promise<void>
}

export interface AppOptions {
  /** The port that listens, where the system chose it. */
  readonly port?: number
  /** Aborted when the service is about to leave. */
  readonly closing?: AbortSignal
  readonly log?: Log
}

const imageMemoryBytes = 128 * 1024 * 1024
/** Before the request for readiness is answered without a reason. */
const readyMs = 4_500

/** The whole service, built and wired, listening nowhere. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<App> {
  const log = options.log ?? createLog(config.logLevel)
  const { baseUrl, plotUrl } = settleAddresses(config, options.port ?? config.port)
  const renderings = createCurrentRenderings(
    withVariantBound(await openStore({ ...config, layoutPrefix: defaultTemplatePrefix })),
  )
  const store = withQuotas(renderings.store, config.quotas)
  const { dispatcher, metrics } = await openRendering(config, renderings, log).catch(async error => {
    await store.close()
    throw error
  })
  const checker = createChecker()
  const images = createImages({
    store,
    dispatcher,
    memoryBytes: imageMemoryBytes,
    onBackgroundError: (error, graphId) => log.debug({ err: error, graphId }, 'background render'),
  })
  const { feed, close: closeFeed } = await openFeed(config, store, log)
  const graphs = createGraphs({ store, images, bodies: checker, feed })
  const renders = createUnstoredRenders({ dispatcher, readSubmission: checker.readSubmission })
  const keys = createKeys(store)
  const accounts = createAccounts(store, {
    signup: config.signup,
    onEvent: event => log.info(event, 'account'),
    onError: error => log.error({ err: error }, 'graphs of an ended account'),
  })
  const shared = await openLimits(config, log)
  const stopReconciling = startReconciler({
    store,
    resume: images.resume,
    onError: error => log.warn({ err: error }, 'images that are still to be made'),
  })
  accounts
    .resumeRemovals()
    .catch(error => log.error({ err: error }, 'graphs of accounts that ended before this start'))
  const stopSweeping = startSweeping(store, error => log.error({ err: error }, 'sweep'))

  const server = createServer({
    config: { ...config, baseUrl, plotUrl, metricsElsewhere: config.metricsAddress !== null },
    log,
    addresses: createAddresses(plotUrl),
    graphs,
    feed,
    bodies: checker,
    images,
    renders,
    keys,
    accounts,
    handovers: createKeyReveals(store),
    metrics: metrics.registry,
    limiters: shared?.limiters,
    closing: options.closing,
    ready: async () => {
      // Behind a shared queue a gateway without workers still creates graphs, and serves what is stored.
      const draws = config.redisUrl === null ? within(readyMs, dispatcher.canary()) : null
      await Promise.all([store.ping(), draws])
    },
  })

  let renderingClosed: Promise<void> | undefined
  const closeRendering = () => (renderingClosed ??= dispatcher.close())
  let closed: Promise<void> | undefined
  async function close(): Promise<void> {
    stopReconciling()
    stopSweeping()
    shared?.close()
    closeFeed()
    await Promise.allSettled([closeRendering(), checker.close(), keys.close()])
    // Last: what was drawn until now is still to be kept.
    await store.close()
  }

  return {
    baseUrl,
    plotUrl,
    store,
    metrics: metrics.registry,
    callback: () => server.callback(),
    closeRendering,
    close: () => {
      closed ??= close()
      return closed
    },
  }
}

const redisOf = (url: string, { redisPrefix }: Config) => ({ url, prefix: redisPrefix })

/** Gateways that share a Redis share the rate limits; one alone counts in its memory. */
async function openLimits(config: Config, log: Log) {
  if (config.redisUrl === null || config.rateLimit === null) return undefined
  const { openSharedLimiters } = await import('./http/middleware/redis-limiters.ts')
  return openSharedLimiters(redisOf(config.redisUrl, config), error =>
    log.warn({ err: error }, 'rate limits'),
  )
}

/** How often the store is asked what other gateways changed: with a Redis that tells it, only for what was lost. */
const askEveryMs = { alone: 500, besideRedis: 15_000 }

/** Gateways on one database tell each other of changes over Redis, and find them in the store. */
async function openFeed(config: Config, store: Store, log: Log): Promise<{ feed: Feed; close(): void }> {
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
      : (await import('./job-queue/change-feed.ts')).openSharedFeed(
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

/** Renders in this process, or through the shared queue where REDIS_URL names one. */
async function openRendering(config: Config, renderings: CurrentRenderings, log: Log) {
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
  const { createQueueDispatcher } = await import('./job-queue/dispatcher.ts')
  const onError = (error: unknown) => log.warn({ err: error }, 'render queue')
  const dispatcher = await createQueueDispatcher({
    redis: redisOf(config.redisUrl, config),
    store,
    onError,
  })
  if (config.renderFallback === 'none') return { dispatcher, metrics: createMetrics() }
  const { withLocalFallback } = await import('./job-queue/fallback.ts')
  const openLocal = () =>
    openRenderPool(config, store, log, { renderings, niceness: config.renderNice }).dispatcher
  return { dispatcher: withLocalFallback(dispatcher, openLocal), metrics: createMetrics() }
}

interface RenderPoolOptions {
  readonly niceness?: number
  /** Taken where RENDER_GIVE_UP does not say. */
  readonly giveUp?: RateLimit
  /** Where reads are answered in this process. */
  readonly renderings?: CurrentRenderings
}

function openRenderPool(
  config: Config,
  store: Store,
  log: Log,
  { niceness = 0, giveUp, renderings }: RenderPoolOptions = {},
) {
  const { workers, spare, spareReady, reason, warning } = renderCapacity(config.renderWorkers)
  log.info({ workers }, reason)
  if (warning) log.warn({ workers }, warning)
  const renderer = createRenderer({
    workers,
    spare,
    spareReady,
    browserPath: config.browserPath,
    sandbox: config.renderSandbox,
    otherCacheDirs: [join(config.dataDir, 'browser')],
    niceness,
    givesUpAfter: patienceOf(config.renderGiveUp === undefined ? giveUp : config.renderGiveUp),
    onEvent: event => tellRendererEvent(log, event),
  })
  const dispatcher = createLocalDispatcher({
    store,
    renderer,
    renderings,
    renderTime: createRenderTime(store, config.quotas.renderSeconds),
    onStoreError: (error, graphId) => log.error({ err: error, graphId }, 'a picture could not be kept'),
  })
  return { renderer, dispatcher, workers }
}

const patienceOf = (rate: RateLimit | null | undefined) =>
  rate ? { failures: rate.points, ms: rate.seconds * 1000 } : null

function tellRendererEvent(log: Log, event: RendererEvent): void {
  if (event.kind === 'ready') log.info(event, 'render pool')
  else if (event.kind === 'refused') {
    log.fatal(event, 'RENDER_SANDBOX is "on" and cannot be')
    endWithError()
  } else if (event.kind === 'gave-up') {
    log.fatal({ kind: event.kind, err: event.error }, 'no browser has started for too long (RENDER_GIVE_UP)')
    endWithError()
  } else if (event.kind === 'launch-failed') log.warn({ kind: event.kind, err: event.error }, 'render pool')
  else log.warn(event, 'render pool')
}

/** The same orderly end that an operator would ask for. */
function endWithError(): void {
  process.exitCode = 1
  process.kill(process.pid, 'SIGTERM')
}

/** Nobody asks a worker for its readiness: its supervisor learns by its end. */
const workerGivesUp: RateLimit = { points: 10, seconds: 300 }

/** A worker of the shared queue: a store, a render pool, and nothing that listens. */
export async function buildWorker(config: Config, log: Log): Promise<{ close(): Promise<void> }> {
  if (config.redisUrl === null)
    throw new ConfigError(['REDIS_URL must be set: a worker serves a shared queue'])
  const store = withVariantBound(await openStore(config))
  const { dispatcher, workers } = openRenderPool(config, store, log, { giveUp: workerGivesUp })
  const { createQueueWorker } = await import('./job-queue/worker.ts')
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

/** Rejects when the work takes longer; the work itself has deadlines of its own. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no page has drawn the canary within ${ms / 1000} s`)), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
