/** Endpoints for orchestrators and Prometheus: liveness, readiness and metrics. */

import { withTimeout } from '../async/with-timeout.ts'
import { notFound, unavailable } from '../errors/errors.ts'
import type { Context, Middleware } from './context.ts'
import type { HttpDeps } from './deps.ts'
import { answerMetrics, isFromThisMachine } from './metrics.ts'
import { createRouter } from './router.ts'

const readyDeadlineMs = 5_000
/** How long the result of a readiness check is cached. */
const readyCacheMs = 1_000

const late = () => new Error(`no answer within ${readyDeadlineMs / 1000} s`)

type HealthDeps = Pick<HttpDeps, 'config' | 'ready' | 'draws' | 'metrics'>

/** `/healthz`, `/readyz` and `/metrics`. */
export function healthRoutes({ config, ready, draws, metrics }: HealthDeps): Middleware {
  const isReady = cached(() => withTimeout(ready(), readyDeadlineMs, late))
  const isDrawing = cached(() => withTimeout(draws(), readyDeadlineMs, late))
  const answer = (path: string, check: () => Promise<void>, not: string) => ({
    method: 'GET' as const,
    path,
    async handle(ctx: Context) {
      await check().catch(cause => {
        throw unavailable(`${not}: ${cause instanceof Error ? cause.message : 'unknown'}`, cause)
      })
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { ok: true }
    },
  })
  return createRouter([
    {
      method: 'GET',
      path: '/healthz',
      handle(ctx) {
        ctx.set('Cache-Control', 'no-store')
        ctx.body = { ok: true }
      },
    },
    answer('/readyz', isReady, 'not ready'),
    answer('/readyz/rendering', isDrawing, 'no images'),
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

/** Runs at most one check at a time and one per second, so that readiness probes cause no load. */
export function cached(check: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> | null = null
  let until = Number.POSITIVE_INFINITY
  return () => {
    if (last && performance.now() < until) return last
    until = Number.POSITIVE_INFINITY
    last = check()
    const settled = () => {
      until = performance.now() + readyCacheMs
    }
    last.then(settled, settled)
    return last
  }
}
