/**
 * Handles pipelined requests of one connection one after the other. Their answers are sent in that order anyway. Started all
 * at once, hundreds of requests per connection would delay all other callers, and for answers that wait behind others a
 * disconnect would not be noticed.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Handler = (req: IncomingMessage, res: ServerResponse) => unknown

/** The pending requests of one connection. */
interface Pipeline {
  readonly waiting: Parameters<Handler>[]
  isBusy: boolean
  isRefused: boolean
}

/**
 * Wraps a handler so that one request per connection is active. `refuse` answers the first request beyond `max` and closes
 * the connection; requests after it get no answer.
 */
export function handlePipelined(handle: Handler, max: number, refuse: Handler): Handler {
  const pipelines = new WeakMap<Socket, Pipeline>()

  function begin(pipeline: Pipeline, req: IncomingMessage, res: ServerResponse): void {
    pipeline.isBusy = true
    res.once('close', () => {
      if (pipeline.waiting.length === 0) pipeline.isBusy = false
      // Lets other connections run in between.
      else setImmediate(next, pipeline, req.socket)
    })
    handle(req, res)
  }

  function next(pipeline: Pipeline, socket: Socket): void {
    const following = socket.destroyed ? undefined : pipeline.waiting.shift()
    if (following) begin(pipeline, ...following)
  }

  return (req, res) => {
    const { socket } = req
    let pipeline = pipelines.get(socket)
    if (!pipeline) {
      pipeline = { waiting: [], isBusy: false, isRefused: false }
      pipelines.set(socket, pipeline)
    }
    if (pipeline.isRefused) return
    if (!pipeline.isBusy) begin(pipeline, req, res)
    else if (pipeline.waiting.length + 1 < max) pipeline.waiting.push([req, res])
    else {
      pipeline.isRefused = true
      refuse(req, res)
    }
  }
}
