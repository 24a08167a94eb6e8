/** The HTTP side: every room, in the order in which a request meets them. Building is not listening. */

import Koa from 'koa'
import { restRoutes } from './api/rest/rest.ts'
import type { RequestState } from './http/context.ts'
import type { HttpDeps, RoomDeps } from './http/deps.ts'
import { healthRoutes } from './http/health.ts'
import { observe } from './http/middleware/access-log.ts'
import { believeProxies } from './http/middleware/client.ts'
import { openToOrigins } from './http/middleware/cors.ts'
import { answerBeforeDrain } from './http/middleware/drain-body.ts'
import { answerErrors, nothingHere } from './http/middleware/errors.ts'
import { placeRequests } from './http/middleware/host-routing.ts'
import { openedLater } from './http/middleware/lazy-route.ts'
import { memoryLimiters } from './http/middleware/limiters.ts'
import { createLimits } from './http/middleware/limits.ts'
import { securityHeaders } from './http/middleware/security.ts'
import { accountRoutes } from './web/account/routes.ts'
import { plotRoutes } from './web/graph/routes.ts'
import { docsRoutes } from './web/site/docs.ts'
import { missingPage } from './web/site/not-found.ts'
import { pageRoutes } from './web/site/routes.ts'

export function createServer(deps: HttpDeps): Koa<RequestState> {
  const { config, log, metrics } = deps
  const limits = createLimits(config.rateLimit, deps.limiters ?? memoryLimiters, log)
  const room: RoomDeps = { ...deps, limits }

  const app = new Koa<RequestState>()
  believeProxies(app, config.trustProxy)
  // What Koa itself meets after an answer began (a stream that broke, a caller that left).
  app.on('error', error => log.debug({ err: error }, 'answer broken off'))

  app.use(observe(log, metrics))
  app.use(answerBeforeDrain)
  app.use(answerErrors(log))
  app.use(securityHeaders(config.baseUrl))
  // Requests under {plot_url} go into the plot room and no further.
  app.use(placeRequests(config.baseUrl, config.plotUrl, plotRoutes(room)))
  app.use(openToOrigins)
  app.use(restRoutes(room))
  app.use(healthRoutes(room))
  app.use(openedLater('/graphql', async () => (await import('./web/graphiql/graphiql.ts')).graphiqlPage()))
  app.use(openedLater('/graphql', async () => (await import('./api/graphql/routes.ts')).graphqlRoutes(room)))
  app.use(docsRoutes(room))
  app.use(accountRoutes(room))
  app.use(pageRoutes(room))
  app.use(missingPage(room))
  app.use(nothingHere)
  return app
}
