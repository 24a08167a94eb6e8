/**
 * Requests that a caller sends on one connection without waiting for answers: each begins when the one before it is
 * answered. Answers come in that order anyway; begun all at once, a hundred of each of many connections would hold up
 * everybody else, and nobody would hear that the caller of an answer behind another one has left.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Handler = (req: IncomingMessage, res: ServerResponse) => unknown

/** The requests of one connection. */
interface Line {
  readonly waiting: Parameters<Handler>[]
  isUnderWay: boolean
  isRefused: boolean
}

/**
 * One is under way. `refuse` answers the first that would be more than `most`, and closes the connection: those after it
 * are never answered.
 */
export function inTurn(handle: Handler, most: number, refuse: Handler): Handler {
  const lines = new WeakMap<Socket, Line>()

  function begin(line: Line, req: IncomingMessage, res: ServerResponse): void {
    line.isUnderWay = true
    res.once('close', () => {
      if (line.waiting.length === 0) line.isUnderWay = false
      // Other connections have their turn in between.
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
    else if (line.waiting.length + 1 < most) line.waiting.push([req, res])
    else {
      line.isRefused = true
      refuse(req, res)
    }
  }
}
