/** Endpoints for orchestrators and Prometheus: liveness, readiness and metrics. */

import { withTimeout } from '../../async/with-timeout.ts'
import { notFound } from '../../errors/errors.ts'
import type { Context, Middleware } from '../context.ts'
import { answerError } from '../middleware/errors.ts'
import type { HttpDeps } from '../routing/deps.ts'
import { createRouter } from '../routing/router.ts'
import { answerMetrics, isFromThisMachine } from './metrics.ts'
import { type Readiness, readiness } from './readiness.ts'

const readyDeadlineMs = 5_000

const late = () => new Error(`no answer within ${readyDeadlineMs / 1000} s`)

type HealthDeps = Pick<HttpDeps, 'config' | 'ready' | 'draws' | 'metrics' | 'log'>

/** `/healthz`, `/readyz` and `/metrics`. */
export function healthRoutes({ config, ready, draws, metrics, log }: HealthDeps): Middleware {
  const inTime = (check: () => Promise<void>) => () => withTimeout(check(), readyDeadlineMs, late)
  const isReady = readiness(inTime(ready), { failing: 'not ready', well: 'ready' }, log)
  const drawing = { failing: 'no images', well: 'images can be made' }
  const isDrawing = readiness(inTime(draws), drawing, log)
  const answer = (path: string, check: Readiness) => ({
    method: 'GET' as const,
    path,
    async handle(ctx: Context) {
      const error = await check()
      ctx.set('Cache-Control', 'no-store')
      if (error) answerError(ctx, error)
      else ctx.body = { ok: true }
    },
  })
  return createRouter([
    answer('/healthz', async () => null),
    answer('/readyz', isReady),
    answer('/readyz/rendering', isDrawing),
    {
      method: 'GET',
      path: '/metrics',
      async handle(ctx) {
        if (config.metricsElsewhere || !isFromThisMachine(ctx.req)) throw notFound('/metrics')
        await answerMetrics(ctx, metrics)
      },
    },
  ])
}
