/** The HTTP side: every route, in the order in which a request meets them. Building is not listening. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import Koa from 'koa'
import { restRoutes } from './api/rest/rest.ts'
import type { RequestState } from './http/context.ts'
import type { HttpDeps, RouteDeps } from './http/deps.ts'
import { createFollowers, followerBounds } from './http/followers.ts'
import { healthRoutes } from './http/health.ts'
import { observe } from './http/middleware/access-log.ts'
import { boundBytes } from './http/middleware/bound-bytes.ts'
import { trustProxies } from './http/middleware/client.ts'
import { compressAnswers } from './http/middleware/compression.ts'
import { openToOrigins } from './http/middleware/cors.ts'
import { drainBody } from './http/middleware/drain-body.ts'
import { answerErrors, notFoundRoute } from './http/middleware/errors.ts'
import { hostRouting } from './http/middleware/host-routing.ts'
import { createLazyRoutes } from './http/middleware/lazy-routes.ts'
import { memoryLimiters } from './http/middleware/limiters.ts'
import { createLimits } from './http/middleware/limits.ts'
import { securityHeaders } from './http/middleware/security.ts'
import { createLibrary } from './web/graph/library.ts'
import { plotRoutes } from './web/graph/routes.ts'
import { unstoredFiles } from './web/graph/unstored.ts'
import { crawlerRoutes } from './web/site/crawlers.ts'
import { errorPages } from './web/site/error-pages.ts'
import { pageRoutes } from './web/site/routes.ts'

export interface Server {
  /** Answers one request. */
  callback(): (request: IncomingMessage, response: ServerResponse) => void
  /** Loads what was left out for the sake of a quick start: else the first request that needs it waits for it. */
  warmUp(): Promise<void>
}

export function createServer(deps: HttpDeps): Server {
  const { config, log, metrics, traceRequests } = deps
  const limits = createLimits(config.rateLimit, deps.limiters ?? memoryLimiters, log)
  const followers = createFollowers(deps.followerBounds ?? followerBounds)
  const routeDeps: RouteDeps = { ...deps, limits, followers }
  const library = createLibrary()
  const lazy = createLazyRoutes()

  const app = new Koa<RequestState>()
  trustProxies(app, config.trustProxy)
  // What Koa itself meets after an answer began (a stream that broke, a caller that left).
  app.on('error', error => log.debug({ err: error }, 'answer broken off'))

  app.use(observe(log, metrics, config.requestLines))
  if (traceRequests) app.use(traceRequests)
  app.use(drainBody)
  app.use(answerErrors(log))
  app.use(boundBytes(deps.inFlight))
  app.use(securityHeaders(config.baseUrl))
  // Requests under {plot_url} go to the routes of graphs and no further.
  app.use(hostRouting(config.baseUrl, config.plotUrl, plotRoutes(routeDeps, library)))
  app.use(openToOrigins)
  app.use(compressAnswers)
  app.use(restRoutes(routeDeps, unstoredFiles(library, deps.bodies)))
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
  return { callback: () => app.callback(), warmUp: lazy.openAll }
}
