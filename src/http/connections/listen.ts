/** Runs the HTTP server: timeouts and limits of connections, and an orderly shutdown. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { overloaded, shuttingDown, unavailable } from '../../errors/errors.ts'
import { continueWhenRead } from '../body/drain-body.ts'
import { stopParsing } from '../body/stop-parsing.ts'
import { type Handler, handlePipelined } from './pipelining.ts'
import { refuse, refuseBrokenRequest, refuseTunnel } from './refusals.ts'
import { createShutdown } from './shutdown.ts'
import { boundTraffic, type TrafficBounds, trafficBounds } from './traffic.ts'

export interface Deadlines {
  /** For receiving the headers of a request, and for the first byte of a new connection. */
  readonly headersMs: number
  /** From the first byte of a request to the last one of its body. */
  readonly requestMs: number
  /** Longer than the usual 60 s of load balancers, so that they close idle connections first. */
  readonly keepAliveMs: number
}

const defaultDeadlines: Deadlines = { headersMs: 15_000, requestMs: 120_000, keepAliveMs: 65_000 }
/** How long after its request a caller may close its side and still read the answer. */
const closedWithRequestMs = 100
const maxListeners = 20

export interface Listening {
  readonly server: Server
  /** The port, also if 0 was requested. */
  readonly port: number
  /** Aborted when closing begins, which ends endless answers. */
  readonly closing: AbortSignal
  /**
   * Stops accepting connections, answers 503 to new requests on open ones, waits up to `graceMs` (default 10 s) for pending
   * answers, and then closes all connections.
   */
  close(graceMs?: number): Promise<void>
}

/** Resolves once the server listens; rejects with `EADDRINUSE` and the like. */
export async function listen(
  handler: Handler,
  host: string,
  port: number,
  { headersMs, requestMs, keepAliveMs }: Deadlines = defaultDeadlines,
  traffic: TrafficBounds = trafficBounds,
): Promise<Listening> {
  const answer: Handler = (req, res) => {
    if (shutdown.closing.aborted) return refuse(res, shuttingDown())
    shutdown.track(res)
    closeWhenLeft(req, res)
    // Piping a stream adds seven listeners, so together with ours more than ten, at which Node warns, are no leak.
    res.setMaxListeners(maxListeners)
    handler(req, res)
  }
  const serve = handlePipelined(answer, traffic.requestsPerConnection, (req, res) => {
    // Further pipelined requests get no answer.
    stopParsing(req)
    refuse(res, tooManyAtOnce(traffic))
  })

  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.min(2_000, headersMs),
      // Our middleware answers 400 in the envelope instead, with the request's id.
      requireHostHeader: false,
    },
    serve,
  )
  const shutdown = createShutdown(server, res => refuse(res, shuttingDown()))
  boundTraffic(server, traffic, shutdown.isAnswered)
  server.on('checkContinue', (req, res) => {
    continueWhenRead(req, res)
    serve(req, res)
  })
  server.on('checkExpectation', serve)
  server.on('clientError', refuseBrokenRequest)
  server.on('connect', (_req, socket: Socket) => refuseTunnel(socket))
  // Clients such as `nc -N` close their side of the connection after the request.
  Object.assign(server, { httpAllowHalfOpen: true })

  // Rejects with an error, if one comes first.
  await once(server.listen(port, host), 'listening')
  const { closing, close } = shutdown
  return { server, port: (server.address() as AddressInfo).port, closing, close }
}

const tooManyAtOnce = ({ requestsPerConnection }: TrafficBounds) =>
  overloaded(
    `${requestsPerConnection} requests of this connection wait to be answered; wait for their answers`,
  )

/**
 * Closes the connection of a caller that has left. Clients such as `nc -N` close their side with the request and still read;
 * who closes it later, as browsers do with a page, has left, and holds no place until something is written to it.
 */
function closeWhenLeft(req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req
  const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers
  // A body is read as fast as we take it, so its end is when we have taken it.
  let sent = length === '0' && coding === undefined ? performance.now() : Number.POSITIVE_INFINITY
  req.once('end', () => {
    sent = performance.now()
  })
  const onEnd = () => {
    if (performance.now() - sent > closedWithRequestMs) socket.destroy()
  }
  socket.once('end', onEnd)
  res.once('close', () => socket.off('end', onEnd))
}

/** What to do if an address cannot be listened on, by the code of the error. */
const listenRemedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there; stop it or choose another port',
  EADDRNOTAVAIL: 'this machine has no such address; choose one that it has, or 0.0.0.0 for all of them',
  EACCES: 'this user may not open it; choose a port from 1024',
}

/** Like `listen`, but errors name the environment variable with the address, and what to do. */
export const listenFor = (
  variable: string,
  handler: Handler,
  { host, port }: { readonly host: string; readonly port: number },
  traffic?: TrafficBounds,
): Promise<Listening> =>
  listen(handler, host, port, undefined, traffic).catch((error: NodeJS.ErrnoException) => {
    const remedy = listenRemedies[error.code ?? ''] ?? 'choose an address of this machine'
    throw unavailable(`${variable}: ${error.message}: ${remedy}`, error)
  })
