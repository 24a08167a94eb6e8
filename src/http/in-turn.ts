/**
 * Requests that a caller sends on one connection without waiting for answers: each begins when the one before it is
 * answered. Answers come in that order anyway; begun all at once, a hundred of each of many connections would hold up
 * everybody else, and nobody would hear that the caller of an answer behind another one has left.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Handler = (req: IncomingMessage, res: ServerResponse) => unknown

/**
 * One is under way. `refuse` answers the first that would be more than `most`, and closes the connection: those after it
 * are never answered.
 */
export function inTurn(handle: Handler, most: number, refuse: Handler): Handler {
  const waiting = new WeakMap<Socket, Parameters<Handler>[]>()
  const refused = new WeakSet<Socket>()

  function begin(socket: Socket, req: IncomingMessage, res: ServerResponse): void {
    // Other connections have their turn in between.
    res.once('close', () => setImmediate(next, socket))
    handle(req, res)
  }

  function next(socket: Socket): void {
    const following = socket.destroyed ? undefined : waiting.get(socket)?.shift()
    if (following) begin(socket, ...following)
    else waiting.delete(socket)
  }

  return (req, res) => {
    const { socket } = req
    if (refused.has(socket)) return
    const line = waiting.get(socket)
    if (!line) {
      waiting.set(socket, [])
      begin(socket, req, res)
    } else if (line.length + 1 < most) line.push([req, res])
    else {
      refused.add(socket)
      refuse(req, res)
    }
  }
}
