/** The orderly end of a server: requests that have arrived are answered, and nobody else delays it. */

import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const defaultGraceMs = 10_000
/** How long requests that are on their way when closing begins may still take to arrive, and their refusals to be read. */
const arrivalMs = 1_000

export interface Shutdown {
  /** Aborted when closing begins. */
  readonly closing: AbortSignal
  /** Adds a request that is being answered. It is removed once its answer is closed. */
  track(res: ServerResponse): void
  /** Whether a request of the connection is being answered. */
  isAnswered(socket: Socket): boolean
  /** Stops accepting connections and waits for pending answers. Closes all connections when the grace period is over. */
  close(graceMs?: number): Promise<void>
}

/** `refuse` answers a request with 503. */
export function createShutdown(server: Server, refuse: (res: ServerResponse) => void): Shutdown {
  const inFlight = new Set<ServerResponse>()
  const connections = new Set<Socket>()
  const closing = new AbortController()
  server.on('connection', socket => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  const isAnswered = (socket: Socket) => [...inFlight].some(({ req }) => req.socket === socket)

  /** Nobody waits for an answer there, so a caller that is slow with its headers must not delay a restart. */
  function closeWithoutRequest(): void {
    for (const socket of connections) if (!isAnswered(socket)) socket.destroy()
  }

  /** Answers requests whose bodies would be cut off. */
  function refuseUnfinished(): void {
    for (const res of inFlight) if (!res.req.complete && !res.headersSent) refuse(res)
  }

  async function shut(graceMs: number): Promise<void> {
    const drained = new Promise<void>(resolve => server.close(() => resolve()))
    for (const res of inFlight) {
      if (!res.headersSent) res.setHeader('Connection', 'close')
    }
    closing.abort()
    const timers = [
      setTimeout(closeWithoutRequest, Math.min(arrivalMs, graceMs)),
      setTimeout(refuseUnfinished, Math.max(0, graceMs - arrivalMs)),
      setTimeout(() => server.closeAllConnections(), graceMs),
    ]
    await drained
    for (const timer of timers) clearTimeout(timer)
  }

  let closed: Promise<void> | undefined
  return {
    closing: closing.signal,
    track(res) {
      inFlight.add(res)
      res.once('close', () => {
        inFlight.delete(res)
        // The connection of the last answer would otherwise stay open for a minute.
        if (closing.signal.aborted) setImmediate(() => server.closeIdleConnections())
      })
    },
    isAnswered,
    close: (graceMs = defaultGraceMs) => (closed ??= shut(graceMs)),
  }
}
