/** Health endpoints of queue workers, for orchestrators. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { notFound } from '../../errors/errors.ts'
import type { Log } from '../../log.ts'
import { envelopeOf } from '../middleware/errors.ts'
import { type Readiness, readiness } from './readiness.ts'

/** Answers `/healthz` and `/readyz`, to every caller. */
export function workerHealth(ready: () => Promise<void>, log: Log) {
  const answers: Readonly<Record<string, Readiness>> = {
    '/healthz': async () => null,
    '/readyz': readiness(ready, { failing: 'not ready', well: 'ready' }, log),
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url?.split('?', 1)[0] ?? '/'
    const answer = ['GET', 'HEAD'].includes(request.method ?? '') ? answers[path] : undefined
    const error = answer ? await answer() : notFound(path)
    response.writeHead(error?.status ?? 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(error?.retryAfter !== undefined && { 'Retry-After': String(error.retryAfter) }),
    })
    response.end(request.method === 'HEAD' ? undefined : error ? envelopeOf(error) : '{"ok":true}')
  }
}
