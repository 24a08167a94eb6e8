/** Contexts of requests as Koa makes them, without a connection: what a middleware reads and sets, in milliseconds. */

import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import Koa from 'koa'
import type { Context, Middleware, RequestState } from '../../src/http/context.ts'
import { trustProxies } from '../../src/http/middleware/client.ts'

export interface AskedFor {
  readonly method?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The other end of the connection. */
  readonly address?: string
  /** How many proxies are trusted. */
  readonly hops?: number
  readonly tls?: boolean
}

/** Header names are given in lower case, as Node passes them on. */
export function contextOf(asked: AskedFor = {}): Context {
  const { method = 'GET', url = '/', headers = {}, address = '192.0.2.7', hops = 0, tls = false } = asked
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: address })
  if (tls) Object.assign(socket, { encrypted: true })
  const req = new IncomingMessage(socket)
  Object.assign(req, { method, url, headers: { host: 'x.org', ...headers }, httpVersion: '1.1' })
  req.rawHeaders.push(...Object.entries(req.headers).flatMap(([name, value]) => [name, String(value)]))
  const app = new Koa<RequestState>()
  trustProxies(app, hops)
  // Koa makes contexts without a body type, as for the callback of a server.
  return app.createContext(req, new ServerResponse(req)) as Context
}

/** The headers that were set, and those alone, as they are sent. */
export const headersOf = (ctx: Context): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(ctx.res.getHeaders()).map(([name, value]) => [name, String(value)]))

/** Runs a middleware before an answer that `next` makes; the answer is a 404 without one. */
export async function passThrough(
  middleware: Middleware,
  ctx: Context,
  next: (ctx: Context) => unknown = () => {},
): Promise<Context> {
  await middleware(ctx as Parameters<Middleware>[0], async () => next(ctx))
  return ctx
}
