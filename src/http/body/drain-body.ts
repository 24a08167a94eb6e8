/**
 * Lets callers that are still sending read the answer. Closing a connection with unread bytes resets it, and a reset discards
 * an answer that the caller has not read yet. So the answer is sent completely, the rest of the body is discarded for a
 * while, and then the connection is closed.
 */

import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Middleware } from '../context.ts'
import { stopParsing } from './stop-parsing.ts'

/** Node reads the rest of shorter bodies by itself, and the connection stays open. */
const shortBody = 64 * 1024
const drainMs = 15_000
const idleMs = 3_000

/** Requests whose sender still waits for `100 Continue`. */
const waiting = new WeakSet<IncomingMessage>()

/** Sends `100 Continue` only when a route reads the body, so that refused requests transfer none. */
export function continueWhenRead(req: IncomingMessage, res: ServerResponse): void {
  waiting.add(req)
  req._read = size => {
    req._read = IncomingMessage.prototype._read
    waiting.delete(req)
    if (!res.headersSent) res.writeContinue()
    req._read(size)
  }
}

/** Must wrap all middleware that may refuse a body. */
export const drainBody: Middleware = async (ctx, next) => {
  await next()
  const { req, res } = ctx
  if (ctx.respond === false || req.complete || res.headersSent) return
  if (waiting.has(req)) {
    res.setHeader('Connection', 'close')
    return
  }
  // The body was refused because of its size or form.
  const unwanted = res.getHeader('Connection') === 'close'
  if (!unwanted && Number(req.headers['content-length']) <= shortBody) return
  const body: unknown = ctx.body
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return

  ctx.respond = false
  res.setHeader('Connection', 'close')
  if (ctx.method === 'HEAD') res.flushHeaders()
  else res.write(body)
  await drained(unwanted ? stopParsing(req) : req)
  res.end()
}

/** Resolves when the body has ended or the time limit is reached. */
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
