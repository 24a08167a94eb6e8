/** Stops parsing the body of a refused request, because parsing many small chunks would be expensive. */

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Node's HTTP parser, which a pool reuses for other connections. */
type Parser = Record<string, unknown>

/** Detaches the parser and returns the socket, which discards further bytes. The connection must then be closed. */
export function stopParsing({ socket }: IncomingMessage): Socket {
  skipPieces(socket)
  // The parser detaches from a socket that has another reader.
  return socket.removeAllListeners('data').on('data', () => {})
}

/**
 * The parser still processes data it has received already, possibly ten thousand chunks of one byte. Without a callback it
 * skips them quickly. If a later Node renames the callback, skipping only costs more time.
 */
function skipPieces(socket: Socket & { parser?: Parser | null }): void {
  const { parser } = socket
  if (!parser) return
  const name = Object.keys(parser).find(key => named(parser[key]) === 'parserOnBody')
  if (name === undefined) return
  const listener = parser[name]
  parser[name] = null
  // Restored at once on close, before another connection can get the parser.
  socket.once('close', () => {
    parser[name] = listener
  })
}

const named = (value: unknown): string | null => (typeof value === 'function' ? value.name : null)
