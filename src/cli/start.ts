/** Builds the service and listens. Used by `serve`, tests and benchmarks. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type App, buildApp } from '../app.ts'
import { settledWithin } from '../async/with-timeout.ts'
import type { Config } from '../config/config.ts'
import { type Listening, listenFor } from '../http/connections/listen.ts'
import { trafficBounds, trafficBoundsFor } from '../http/connections/traffic.ts'
import { metricsHandler } from '../http/health/metrics.ts'
import type { Log } from '../log.ts'

export interface Service {
  readonly app: App
  /** The port it listens on. */
  readonly port: number
  /** Answers pending requests, then closes everything. */
  close(drainMs?: number): Promise<void>
}

/** The share of the 10 s of a shutdown for pending requests; the rest is for browsers and store. */
const defaultDrainMs = 7_000
/** How long before the end of that time renders are cancelled, so that their callers still get a 503. */
const givingUpMs = 5_000
/** How long before the end of that time a hanging store is abandoned. */
const abandoningMs = 1_000

/** Rejects if the port is in use or the store cannot be opened. */
export async function startService(config: Config, log: Log): Promise<Service> {
  const traffic = trafficBoundsFor(config.trustProxy)
  const { connections } = traffic
  if (connections < trafficBounds.connectionsPerAddress) {
    log.warn({ connections }, 'few files may be opened, so few connections are accepted; raise ulimit -n')
  }
  // Listens first, because addresses may depend on the port. Early requests wait for the service.
  const handler = Promise.withResolvers<(request: IncomingMessage, response: ServerResponse) => void>()
  const listening = await listenFor(
    'HOST, PORT',
    (request, response) => void handler.promise.then(answer => answer(request, response)),
    config,
    traffic,
  )
  const app = await buildApp(config, { port: listening.port, closing: listening.closing, log }).catch(
    async error => {
      // Closes the port, which would also keep the process alive.
      await listening.close(0)
      throw error
    },
  )
  const metrics = await listenForMetrics(config, app).catch(async error => {
    await Promise.all([listening.close(0), app.close()])
    throw error
  })
  handler.resolve(app.callback())
  return {
    app,
    port: listening.port,
    async close(drainMs = defaultDrainMs) {
      let isDrained = false
      const drained = listening.close(drainMs).then(() => {
        isDrained = true
      })
      await settledWithin(drained, Math.max(0, drainMs - givingUpMs))
      const renderingClosed = app.closeRendering()
      await settledWithin(drained, Math.max(0, Math.min(drainMs, givingUpMs) - abandoningMs))
      // Requests that are still pending wait for the store, and so may pending writes.
      if (!isDrained) app.store.abandon()
      const late = setTimeout(() => app.store.abandon(), abandoningMs * 2)
      await Promise.all([drained, renderingClosed])
      await metrics?.close(0)
      await app.close()
      clearTimeout(late)
    },
  }
}

async function listenForMetrics({ metricsAddress }: Config, app: App): Promise<Listening | null> {
  if (metricsAddress === null) return null
  return listenFor('METRICS_ADDRESS', metricsHandler(app.metrics), metricsAddress)
}
