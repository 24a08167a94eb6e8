/**
 * Answers to callers that are still sending. A connection closed with bytes unread is reset, and a reset takes
 * an answer away that the caller had not read yet; so the answer is sent whole, then what still comes is thrown
 * away for a while, then the connection is closed.
 */

import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Middleware } from '../context.ts'
import { stopParsing } from '../stop-parsing.ts'

/** So little is read to its end by node itself, and the connection lives on. */
const shortBody = 64 * 1024
const drainMs = 15_000
const idleMs = 3_000

/** Requests whose sender waits for `100 Continue` and was not yet told to go on. */
const waiting = new WeakSet<IncomingMessage>()

/** Says `100 Continue` when a route begins to read the body: a refusal costs the caller nothing. */
export function continueWhenRead(req: IncomingMessage, res: ServerResponse): void {
  waiting.add(req)
  req._read = size => {
    req._read = IncomingMessage.prototype._read
    waiting.delete(req)
    if (!res.headersSent) res.writeContinue()
    req._read(size)
  }
}

/** Goes around everything that may refuse a body. */
export const drainBody: Middleware = async (ctx, next) => {
  await next()
  const { req, res } = ctx
  if (ctx.respond === false || req.complete || res.headersSent) return
  if (waiting.has(req)) {
    res.setHeader('Connection', 'close')
    return
  }
  // What still comes of a body is what it was refused for.
  const unwanted = res.getHeader('Connection') === 'close'
  const length = req.headers['content-length']
  if (!unwanted && length !== undefined && Number(length) <= shortBody) return
  const body: unknown = ctx.body
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return

  ctx.respond = false
  res.setHeader('Connection', 'close')
  res.setHeader('Content-Length', Buffer.byteLength(body))
  if (ctx.method === 'HEAD') res.flushHeaders()
  else res.write(body)
  await drained(unwanted ? stopParsing(req) : req)
  res.end()
}

/** Resolves when nothing comes any more, or the caller has had its time. */
function drained(source: Readable): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(deadline)
      clearTimeout(idle)
      source.off('data', more).off('end', done).off('close', done).off('error', done)
      resolve()
    }
    const more = () => idle.refresh()
    const deadline = setTimeout(done, drainMs)
    const idle = setTimeout(done, idleMs)
    source.on('data', more).on('end', done).on('close', done).on('error', done)
    source.resume()
  })
}
