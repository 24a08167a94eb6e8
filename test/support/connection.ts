/** Connections to a server of this process, below the level of requests. */

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface TestConnection {
  readonly socket: Socket
  /** What has come so far, one character a byte. */
  received(): string
  /** The status of each answer that has come. */
  statuses(): readonly number[]
  /** Resolves once the connection is closed. */
  readonly closed: Promise<unknown>
}

/** Connects to a port of this machine. The other end may close its side first, and errors close the connection. */
export async function openConnection(port: number): Promise<TestConnection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.setEncoding('latin1').on('data', text => {
    received += text
  })
  socket.on('error', () => {})
  // Who listens half open has to close what the other end has closed.
  socket.once('end', () => socket.end())
  const closed = new Promise(resolve => socket.once('close', resolve))
  await once(socket, 'connect')
  return {
    socket,
    received: () => received,
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)),
    closed,
  }
}

/** The head of a request without a body; `headers` are whole lines. */
export const headOf = (path: string, headers = '', method = 'GET'): string =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
