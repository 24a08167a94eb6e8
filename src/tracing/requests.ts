/** Makes a span for each request, as part of the caller's trace if there is one. */

import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { Middleware } from '../http/context.ts'
import type { Spans } from './spans.ts'

/** Records no paths, queries or headers, because a graph_id is a capability. */
export const traceRequests =
  (spans: Spans): Middleware =>
  (ctx, next) =>
    spans.extract(ctx.headers, () => {
      const { method, res, state } = ctx
      const { requestId } = state
      const attributes = { 'http.request.method': method, 'plotgate.request_id': requestId }
      const { span, within, end } = spans.begin(method, { kind: SpanKind.SERVER, attributes })
      res.once('close', () => {
        const { route } = state
        span.updateName(`${method} ${route}`)
        span.setAttributes({ 'http.route': route, 'http.response.status_code': res.statusCode })
        if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        end()
      })
      return within(next)
    })
