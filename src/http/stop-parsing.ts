/** Lets go of a body that was refused: taking it apart, piece by piece, would cost more than the refusal saves. */

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** What Node's parser calls; a pool hands it on to other connections. */
type Parser = Record<string, unknown>

/** The socket, whose further bytes are for who reads them there; the connection must be closed then. */
export function stopParsing({ socket }: IncomingMessage): Socket {
  skipPieces(socket)
  // The parser lets go of a socket that somebody else reads.
  return socket.removeAllListeners('data').on('data', () => {})
}

/**
 * What the parser holds already it reads to its end, ten thousand pieces of a byte: without a listener it only skips
 * them. Where a later Node names it otherwise, they are told to nobody, at some cost.
 */
function skipPieces(socket: Socket & { parser?: Parser | null }): void {
  const { parser } = socket
  if (!parser) return
  const name = Object.keys(parser).find(key => named(parser[key]) === 'parserOnBody')
  if (name === undefined) return
  const listener = parser[name]
  parser[name] = null
  // Given back at once, before another connection can have the parser.
  socket.once('close', () => {
    parser[name] = listener
  })
}

const named = (value: unknown): string | null => (typeof value === 'function' ? value.name : null)
