/** Health endpoints of queue workers, for orchestrators. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AppError, notFound } from '../errors/errors.ts'
import { envelopeOf } from './middleware/errors.ts'
import { readiness } from './readiness.ts'

/** Answers `/healthz` and `/readyz`, to every caller. */
export function workerHealth(ready: () => Promise<void>) {
  const answers: Readonly<Record<string, () => Promise<void>>> = {
    '/healthz': async () => {},
    '/readyz': readiness(ready, 'not ready'),
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url?.split('?', 1)[0] ?? '/'
    const answer = ['GET', 'HEAD'].includes(request.method ?? '') ? answers[path] : undefined
    const error = await (answer ?? (async () => Promise.reject(notFound(path))))().then(
      () => null,
      (reason: AppError) => reason,
    )
    response.writeHead(error?.status ?? 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(error?.retryAfter !== undefined && { 'Retry-After': String(error.retryAfter) }),
    })
    response.end(request.method === 'HEAD' ? undefined : error ? envelopeOf(error) : '{"ok":true}')
  }
}
