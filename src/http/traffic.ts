/** What callers may hold of the server below the level of requests: connections, and the time in which nothing moves. */

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { neighbourhood } from './middleware/limits.ts'

export interface TrafficBounds {
  /** Open at once, of one address. */
  readonly connectionsPerAddress: number
  readonly connections: number
  /** Not yet answered on one connection, sent without waiting for answers. */
  readonly requestsPerConnection: number
  /** How long a caller may take nothing of what it is being sent. */
  readonly stallMs: number
}

export const trafficBounds: TrafficBounds = {
  connectionsPerAddress: 2_000,
  connections: 20_000,
  requestsPerConnection: 100,
  stallMs: 20_000,
}

/** Behind a proxy all connections come from it; it counts its own callers. */
export const trafficBoundsBehind = (proxies: number): TrafficBounds =>
  proxies === 0 ? trafficBounds : { ...trafficBounds, connectionsPerAddress: trafficBounds.connections }

/**
 * Holds connections of the server to the bounds: one too many is closed, and so is one that does not move.
 * `isAnswered`: whether a request of that connection is under way.
 */
export function boundTraffic(
  server: Server,
  bounds: TrafficBounds,
  isAnswered: (socket: Socket) => boolean,
): void {
  const open = new Map<string, number>()

  server.maxConnections = bounds.connections
  server.on('connection', socket => {
    const address = neighbourhood(socket.remoteAddress ?? '')
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > bounds.connectionsPerAddress) socket.destroy()
  })

  // Node looks whether bytes of a long answer still go out, however slowly, and only else comes here.
  server.timeout = bounds.stallMs
  server.on('timeout', socket => {
    // Who waits for an answer may be silent: only unread bytes, or a connection without a request, are nobody's wish.
    if (socket.writableLength > 0 || !isAnswered(socket)) socket.destroy()
  })
}
