/** `/metrics`, for callers on this machine or on an address of its own (`METRICS_ADDRESS`). */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Registry } from 'prom-client'
import type { Context } from '../context.ts'

/** Headers that a proxy adds. Some set only one of them, such as nginx with X-Real-IP. */
const ofProxies = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/

/**
 * Whether a request comes from this machine and was not forwarded. A request forwarded by a proxy on this machine does not
 * count, regardless of TRUST_PROXY.
 */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const passedOn = Object.keys(headers).some(name => ofProxies.test(name))
  return !passedOn && isOwnAddress(socket)
}

function isOwnAddress({ remoteAddress = '', localAddress }: Socket): boolean {
  const address = remoteAddress.replace(/^::ffff:/, '')
  return address === '::1' || address.startsWith('127.') || remoteAddress === localAddress
}

/** In Prometheus' text format. */
export async function answerMetrics(ctx: Context, metrics: Registry): Promise<void> {
  const text = await metrics.metrics()
  ctx.set('Content-Type', metrics.contentType)
  ctx.body = text
}

/** Answers only `/metrics`, to every caller. */
export function metricsHandler(metrics: Registry) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url?.split('?', 1)[0]
    if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('only GET /metrics is here\n')
      return
    }
    const text = await metrics.metrics()
    response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' })
    response.end(request.method === 'HEAD' ? undefined : text)
  }
}
