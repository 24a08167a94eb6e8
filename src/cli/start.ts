/** Builds the service and listens: what `serve`, the suites and the benchmarks start. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type App, buildApp } from '../app.ts'
import { settledWithin } from '../async/with-timeout.ts'
import type { Config } from '../config.ts'
import { type Listening, listenFor } from '../http/listen.ts'
import { metricsHandler } from '../http/metrics.ts'
import { trafficBoundsBehind } from '../http/traffic.ts'
import type { Log } from '../log.ts'

export interface Service {
  readonly app: App
  /** Where it listens. */
  readonly port: number
  /** Answers what is under way, then gives everything back. */
  close(drainMs?: number): Promise<void>
}

/** Of the 10 s that a shutdown may take, the rest is for the browser and the store. */
const defaultDrainMs = 7_000
/** How long before the end of that time images are given up: their callers are told 503 while one can tell them. */
const givingUpMs = 5_000
/** And how long before it a store that hangs. */
const abandoningMs = 1_000

/** Rejects when the port is taken or the store cannot be opened. */
export async function startService(config: Config, log: Log): Promise<Service> {
  // The port comes first, since addresses may depend on it; whoever is that early waits for the rest.
  const handler = Promise.withResolvers<(request: IncomingMessage, response: ServerResponse) => void>()
  const listening = await listenFor(
    'HOST, PORT',
    (request, response) => void handler.promise.then(answer => answer(request, response)),
    config,
    trafficBoundsBehind(config.trustProxy),
  )
  const app = await buildApp(config, { port: listening.port, closing: listening.closing, log }).catch(
    async error => {
      // Nobody can be answered, so nobody may connect: an open port would also keep the process.
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
      // Who is not answered by now waits for the store; so may what is still to be kept.
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
