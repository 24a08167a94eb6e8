/** Gives each request an id, a log line and a measurement. */

import { randomUUID } from 'node:crypto'
import { Histogram, type Registry } from 'prom-client'
import type { Log } from '../../log.ts'
import type { Middleware } from '../context.ts'

const saneId = /^[\w.:-]{1,128}$/
const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'])

/**
 * Without `lines`, requests are measured but not logged. Never logs paths, queries, headers or bodies, because a graph_id is
 * a capability and a key is a secret.
 */
export function accessLog(log: Log, metrics: Registry, lines = true): Middleware {
  const durations = new Histogram({
    name: 'plotgate_http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40],
    registers: [metrics],
  })

  // Redaction would take as long as writing the line, whose fields contain no secrets.
  const access = log.child({}, { redact: [], ...(!lines && { level: 'warn' }) })

  return (ctx, next) => {
    const begun = performance.now()
    const given = ctx.req.headers['x-request-id']
    const requestId = typeof given === 'string' && saneId.test(given) ? given : randomUUID()
    const state = ctx.state
    state.requestId = requestId
    state.route = 'unmatched'
    const res = ctx.res
    res.setHeader('X-Request-Id', requestId)
    const method = ctx.method
    res.once('close', () => {
      const ms = performance.now() - begun
      // 499: the client disconnected before the answer began.
      const status = res.headersSent ? res.statusCode : 499
      const { route } = state
      durations.observe({ route, method: methods.has(method) ? method : 'other', status }, ms / 1000)
      const bytes = Number(res.getHeader('content-length') ?? 0)
      access.info({ requestId, method, route, status, ms: Math.round(ms * 100) / 100, bytes }, 'request')
    })
    return next()
  }
}
