/** A TCP link to a server that a test can cut, as a power cut or a broken network would. */

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Link {
  /** The server's address, through the link. */
  readonly url: string
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>
  /** Accepts connections again, on the same port. */
  mend(): Promise<void>
  /** From now on new connections lead to that server, as after a name has moved to it; those that are open stay. */
  leadTo(address: string): void
}

/** Passes everything on to the server at that address (`mongodb://` or `redis://`, one host, no TLS). */
export async function linkTo(address: string): Promise<Link> {
  let target = new URL(address)
  const sockets = new Set<Socket>()
  let server = createServer()
  let port = 0

  function join(from: Socket): void {
    const to = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.on('error', () => other.destroy())
      one.pipe(other)
    }
  }

  async function mend(): Promise<void> {
    if (server.listening) return
    server = createServer(join).listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  async function cut(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await mend()
  const url = new URL(address)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  // A member of a replica set would name its own address and lead round the link.
  if (url.protocol === 'mongodb:') url.searchParams.set('directConnection', 'true')
  const leadTo = (other: string) => {
    target = new URL(other)
  }
  return { url: url.href, cut, mend, leadTo }
}
