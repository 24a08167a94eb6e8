/** The HTTP server: all middleware and routes in order. Does not listen. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import Koa from 'koa'
import { restRoutes } from './api/rest/rest.ts'
import { drainBody } from './http/body/drain-body.ts'
import type { RequestState } from './http/context.ts'
import { allowAllOrigins } from './http/cors.ts'
import { healthRoutes } from './http/health/health.ts'
import { boundBytes } from './http/limits/bound-bytes.ts'
import { createFollowers, followerBounds } from './http/limits/followers.ts'
import { memoryLimiters } from './http/limits/limiters.ts'
import { createLimits } from './http/limits/limits.ts'
import { accessLog } from './http/middleware/access-log.ts'
import { trustProxies } from './http/middleware/client.ts'
import { compressAnswers } from './http/middleware/compression.ts'
import { answerErrors, notFoundRoute } from './http/middleware/errors.ts'
import { requireKnownFraming } from './http/middleware/framing.ts'
import { hostRouting } from './http/middleware/host-routing.ts'
import { createLazyRoutes } from './http/middleware/lazy-routes.ts'
import { logResponseErrors } from './http/middleware/response-errors.ts'
import { securityHeaders } from './http/middleware/security.ts'
import type { HttpDeps, RouteDeps } from './http/routing/deps.ts'
import { createLibrary } from './web/graph/assets/library.ts'
import { plotRoutes } from './web/graph/routes.ts'
import { unstoredFiles } from './web/graph/unstored.ts'
import { crawlerRoutes } from './web/site/crawlers.ts'
import { errorPages } from './web/site/error-pages.ts'
import { pageRoutes } from './web/site/routes.ts'

export interface Server {
  /** Returns the request handler. */
  callback(): (request: IncomingMessage, response: ServerResponse) => void
  /** Loads modules that were skipped for a fast start, so that no request has to wait for them. */
  warmUp(): Promise<void>
}

/** The parts of the charting library that pages of bars, lines and points load. */
const everydayParts = ['core', 'annotations', 'shapes', 'modebar', 'bar'] as const

export function createServer(deps: HttpDeps): Server {
  const { config, log, metrics, traceRequests } = deps
  const limits = createLimits(config.rateLimit, deps.limiters ?? memoryLimiters, log)
  const followers = createFollowers(deps.followerBounds ?? followerBounds)
  const routeDeps: RouteDeps = { ...deps, limits, followers }
  const library = createLibrary()
  const lazy = createLazyRoutes()

  const app = new Koa<RequestState>()
  trustProxies(app, config.trustProxy)
  // Errors after the answer has begun, such as broken streams and disconnected callers.
  app.on('error', error => log.debug({ err: error }, 'an answer was aborted'))

  app.use(accessLog(log, metrics, config.requestLines))
  app.use(logResponseErrors(log))
  if (traceRequests) app.use(traceRequests)
  app.use(drainBody)
  app.use(answerErrors(log))
  app.use(boundBytes(deps.inFlight))
  app.use(securityHeaders(config.baseUrl))
  app.use(requireKnownFraming)
  // Requests under {plot_url} are handled only by the routes of graphs.
  app.use(hostRouting(config.baseUrl, config.plotUrl, plotRoutes(routeDeps, library)))
  app.use(allowAllOrigins)
  app.use(compressAnswers)
  app.use(
    restRoutes(
      routeDeps,
      unstoredFiles(() => library, deps.bodies),
    ),
  )
  app.use(healthRoutes(routeDeps))
  app.use(lazy.under(['/graphql'], async () => (await import('./web/graphiql/graphiql.ts')).graphiqlPage()))
  app.use(
    lazy.under(['/graphql'], async () => (await import('./api/graphql/routes.ts')).graphqlRoutes(routeDeps)),
  )
  app.use(errorPages(routeDeps))
  app.use(
    lazy.under(['/docs', '/v1/openapi.json'], async () =>
      (await import('./web/site/docs.ts')).docsRoutes(routeDeps),
    ),
  )
  app.use(crawlerRoutes())
  app.use(lazy.under(['/new'], async () => (await import('./web/share/routes.ts')).shareRoutes(routeDeps)))
  app.use(
    lazy.under(['/account'], async () => (await import('./web/account/routes.ts')).accountRoutes(routeDeps)),
  )
  app.use(pageRoutes(routeDeps))
  app.use(notFoundRoute)
  return {
    callback: () => app.callback(),
    async warmUp() {
      await lazy.openAll()
      // In a checkout these are bundled once, which takes more than a second.
      for (const name of everydayParts) await library.part(name)
    },
  }
}
