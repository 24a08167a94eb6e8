/** The composition root: opens the configured resources and wires them. Does not listen. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { openRendering } from './composition/rendering.ts'
import { openBroadcastFor, openFeed, openLimits, openVariantBudget } from './composition/sharing.ts'
import { openTracingFor } from './composition/tracing.ts'
import { wire } from './composition/wire.ts'
import { type Config, settleAddresses } from './config/config.ts'
import { defaultTemplatePrefix } from './domain/figure/layout.ts'
import { withoutExpired } from './domain/graph/expiry.ts'
import { createCurrentRenderings } from './domain/image/renders/current-renderings.ts'
import { startReconciler } from './domain/image/renders/reconciler.ts'
import type { Store } from './domain/ports.ts'
import { withQuotas } from './domain/quota/stored.ts'
import { startSweeping, withVariantBound } from './domain/sweeping.ts'
import { createLog, type Log } from './log.ts'
import { createChecker } from './parsing/checker.ts'
import type { Server } from './server.ts'
import { openStore } from './storage/open.ts'

export interface App extends Server {
  readonly baseUrl: string
  readonly plotUrl: string
  readonly store: Store
  readonly metrics: Registry
  /** Ends rendering. Pending renders get a moment; callers that still wait then get `unavailable`. */
  closeRendering(): Promise<void>
  /** Closes everything, with a time limit. May be called twice. */
  close(): Promise<void>
}

export interface AppOptions {
  /** The actual port if the system has chosen it. */
  readonly port?: number
  /** Aborted when the service shuts down. */
  readonly closing?: AbortSignal
  readonly log?: Log
}

/** Builds the whole service without listening. Rejects if the store or the queue cannot be opened. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<App> {
  const log = options.log ?? createLog(config.logLevel)
  const { baseUrl, plotUrl } = settleAddresses(config, options.port ?? config.port)
  const tracing = await openTracingFor('gateway', config, log)
  // Loads the server while the store's threads start.
  const [opened, { createServer }] = await Promise.all([
    openStore({ ...config, layoutPrefix: defaultTemplatePrefix }),
    nextTurn().then(() => import('./server.ts')),
  ])
  const renderings = createCurrentRenderings(withVariantBound(tracing?.store(opened) ?? opened))
  const store = withoutExpired(withQuotas(renderings.store, config.quotas))
  const checker = createChecker()
  const { slowPartOf } = checker
  const rendering = openRendering(config, log, { renderings, slowPartOf, tracing })
  const { dispatcher, metrics } = await rendering.catch(async error => {
    await store.close()
    throw error
  })
  const broadcast = await openBroadcastFor(config, log)
  const { feed, close: closeFeed } = openFeed(store, broadcast, log)
  const shared = await openLimits(config, log)
  const deps = wire(
    { ...config, baseUrl, plotUrl, metricsElsewhere: config.metricsAddress !== null },
    {
      store,
      dispatcher,
      bodies: checker,
      feed,
      variantBudget: openVariantBudget(broadcast),
      metrics,
      log,
      tracing,
      limiters: shared?.limiters,
      closing: options.closing,
      ready: async () => {
        // A gateway of a shared queue is ready without workers, because it can create graphs and serve stored files.
        await Promise.all([store.ping(), config.redisUrl === null ? deps.draws() : null])
      },
    },
  )
  const stopUpkeep = startUpkeep(deps, store, log)
  const server = createServer(deps)

  let renderingClosed: Promise<void> | undefined
  const closeRendering = () => (renderingClosed ??= dispatcher.close())
  let closed: Promise<void> | undefined
  async function close(): Promise<void> {
    stopUpkeep()
    shared?.close()
    closeFeed()
    broadcast?.close()
    await Promise.allSettled([closeRendering(), checker.close(), deps.keys.close()])
    // Closed last, because finished renders are still being stored.
    await store.close()
    await tracing?.close()
  }

  return {
    baseUrl,
    plotUrl,
    store,
    metrics,
    ...server,
    closeRendering,
    close: () => {
      closed ??= close()
      return closed
    },
  }
}

/** Starts what goes on beside the requests. Returns a function that stops it. */
function startUpkeep(
  { images, accounts, graphs }: ReturnType<typeof wire>,
  store: Store,
  log: Log,
): () => void {
  const stopReconciling = startReconciler({
    store,
    resume: images.resume,
    onError: error => log.warn({ err: error }, 'images that are still to be made could not be looked for'),
  })
  accounts
    .resumeRemovals()
    .catch(error =>
      log.error({ err: error }, 'the graphs of accounts deleted before this start could not be removed'),
    )
  const stopSweeping = startSweeping({
    store,
    onExpired: graphs.forget,
    onError: error => log.error({ err: error }, 'the clean-up failed'),
  })
  return () => {
    stopReconciling()
    stopSweeping()
  }
}
