/**
 * Handles pipelined requests of one connection one after the other. Their answers are sent in that order anyway. Started all
 * at once, hundreds of requests per connection would delay all other callers, and for answers that wait behind others a
 * disconnect would not be noticed.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Handler = (req: IncomingMessage, res: ServerResponse) => unknown

/** The pending requests of one connection. */
interface Line {
  readonly waiting: Parameters<Handler>[]
  isUnderWay: boolean
  isRefused: boolean
}

/**
 * Wraps a handler so that one request per connection is active. `refuse` answers the first request beyond `max` and closes
 * the connection; requests after it get no answer.
 */
export function inTurn(handle: Handler, max: number, refuse: Handler): Handler {
  const lines = new WeakMap<Socket, Line>()

  function begin(line: Line, req: IncomingMessage, res: ServerResponse): void {
    line.isUnderWay = true
    res.once('close', () => {
      if (line.waiting.length === 0) line.isUnderWay = false
      // Lets other connections run in between.
      else setImmediate(next, line, req.socket)
    })
    handle(req, res)
  }

  function next(line: Line, socket: Socket): void {
    const following = socket.destroyed ? undefined : line.waiting.shift()
    if (following) begin(line, ...following)
  }

  return (req, res) => {
    const { socket } = req
    let line = lines.get(socket)
    if (!line) {
      line = { waiting: [], isUnderWay: false, isRefused: false }
      lines.set(socket, line)
    }
    if (line.isRefused) return
    if (!line.isUnderWay) begin(line, req, res)
    else if (line.waiting.length + 1 < max) line.waiting.push([req, res])
    else {
      line.isRefused = true
      refuse(req, res)
    }
  }
}
