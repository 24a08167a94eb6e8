/** The HTTP side: every room, in the order in which a request meets them. Building is not listening. */

import Koa from 'koa'
import { accountRoutes } from './account/routes.ts'
import type { HttpDeps, RequestState, RoomDeps } from './deps.ts'
import { docsRoutes } from './docs/docs.ts'
import { healthRoutes } from './health.ts'
import { believeProxies } from './middleware/client.ts'
import { openToOrigins } from './middleware/cors.ts'
import { answerErrors, nothingHere } from './middleware/errors.ts'
import { placeRequests } from './middleware/hosts.ts'
import { openedLater } from './middleware/later.ts'
import { memoryLimiters } from './middleware/limiters.ts'
import { createLimits } from './middleware/limits.ts'
import { observe } from './middleware/observe.ts'
import { securityHeaders } from './middleware/security.ts'
import { answerBeforeDrain } from './middleware/unread.ts'
import { missingPage } from './pages/missing.ts'
import { pageRoutes } from './pages/routes.ts'
import { plotRoutes } from './plots/plots.ts'
import { restRoutes } from './rest/rest.ts'

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
  app.use(openedLater('/graphql', async () => (await import('./graphql/routes.ts')).graphqlRoutes(room)))
  app.use(docsRoutes(room))
  app.use(accountRoutes(room))
  app.use(pageRoutes(room))
  app.use(missingPage(room))
  app.use(nothingHere)
  return app
}
