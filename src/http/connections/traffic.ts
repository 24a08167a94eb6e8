/** Limits below the level of requests: connections per address and idle time. */

import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createKeyedCounts } from '../../async/keyed-counts.ts'
import { networkOf } from '../network.ts'

export interface TrafficBounds {
  /** Maximum number of open connections per address. */
  readonly connectionsPerAddress: number
  readonly connections: number
  /** Maximum number of unanswered pipelined requests per connection. */
  readonly requestsPerConnection: number
  /** How long a caller may read nothing of an answer. */
  readonly stallMs: number
}

/** The limits of a process that may open any number of files. */
export const trafficBounds: TrafficBounds = {
  connectionsPerAddress: 2_000,
  connections: 20_000,
  requestsPerConnection: 100,
  stallMs: 20_000,
}

/**
 * The limits of this process. Behind proxies all connections come from a few addresses, and the proxies limit their own
 * clients. Half of the files that the process may open are left for the store, browsers and other services.
 */
export function trafficBoundsFor(proxies: number, openFiles = maxOpenFiles()): TrafficBounds {
  const connections = Math.min(trafficBounds.connections, Math.floor(openFiles / 2))
  const perAddress = Math.min(trafficBounds.connectionsPerAddress, Math.ceil(connections / 2))
  return { ...trafficBounds, connections, connectionsPerAddress: proxies === 0 ? perAddress : connections }
}

/** How many files, including sockets, this process may open (`ulimit -n`). Infinity if that is not known. */
function maxOpenFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/**
 * Closes connections beyond the limits and stalled ones. `isAnswered` tells whether a request of the connection is being
 * answered.
 */
export function boundTraffic(
  server: Server,
  bounds: TrafficBounds,
  isAnswered: (socket: Socket) => boolean,
): void {
  const open = createKeyedCounts()

  server.maxConnections = bounds.connections
  server.on('connection', socket => {
    const address = networkOf(socket.remoteAddress ?? '')
    socket.once('close', open.enter(address))
    if (open.of(address) > bounds.connectionsPerAddress) socket.destroy()
  })

  // Node calls this only if no byte of an answer was sent during the timeout.
  server.timeout = bounds.stallMs
  server.on('timeout', socket => {
    // A connection that waits for an answer may be idle. Those with unread bytes or without a request are closed.
    if (socket.writableLength > 0 || !isAnswered(socket)) socket.destroy()
  })
}
