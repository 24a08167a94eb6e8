/** Endpoints for orchestrators and Prometheus: liveness, readiness and metrics. */

import { withTimeout } from '../async/with-timeout.ts'
import { notFound } from '../errors/errors.ts'
import type { Context, Middleware } from './context.ts'
import type { HttpDeps } from './deps.ts'
import { answerMetrics, isFromThisMachine } from './metrics.ts'
import { readiness } from './readiness.ts'
import { createRouter } from './router.ts'

const readyDeadlineMs = 5_000

const late = () => new Error(`no answer within ${readyDeadlineMs / 1000} s`)

type HealthDeps = Pick<HttpDeps, 'config' | 'ready' | 'draws' | 'metrics'>

/** `/healthz`, `/readyz` and `/metrics`. */
export function healthRoutes({ config, ready, draws, metrics }: HealthDeps): Middleware {
  const isReady = readiness(() => withTimeout(ready(), readyDeadlineMs, late), 'not ready')
  const isDrawing = readiness(() => withTimeout(draws(), readyDeadlineMs, late), 'no images')
  const answer = (path: string, check: () => Promise<void>) => ({
    method: 'GET' as const,
    path,
    async handle(ctx: Context) {
      await check()
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { ok: true }
    },
  })
  return createRouter([
    answer('/healthz', async () => {}),
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
