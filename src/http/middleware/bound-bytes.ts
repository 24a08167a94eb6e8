/** Bounds on what requests make this process hold: bodies that arrive, answers that wait to be read. */

import { type ByteBounds, createBytesInFlight } from '../bytes-in-flight.ts'
import type { Middleware } from '../context.ts'
import { neighbourhood } from './limits.ts'

const MiB = 2 ** 20

export interface InFlightBounds {
  readonly bodies: ByteBounds
  readonly answers: ByteBounds
}

/** About a dozen of the largest bodies, and as many of the largest answers, for one address. */
export const inFlightBounds: InFlightBounds = {
  bodies: { perAddress: 128 * MiB, total: 384 * MiB },
  answers: { perAddress: 128 * MiB, total: 384 * MiB },
}

/** Smaller answers fit in what the system buffers for a connection. */
const smallAnswer = 256 * 1024

/** About an answer that is not sent after all. */
const headersOfAnswer = ['ETag', 'Last-Modified', 'Content-Encoding', 'Content-Range', 'Content-Disposition']

export function boundBytes(bounds: InFlightBounds = inFlightBounds): Middleware {
  const bodies = createBytesInFlight('bodies', bounds.bodies)
  const answers = createBytesInFlight('answers', bounds.answers)

  return async (ctx, next) => {
    const address = neighbourhood(ctx.ip)
    let ofBody = 0
    let ofAnswer = 0
    const giveBack = () => {
      bodies.give(address, ofBody)
      answers.give(address, ofAnswer)
    }
    ctx.state.holdBody = bytes => {
      bodies.take(address, bytes)
      if (ofBody === 0) ctx.res.once('close', giveBack)
      ofBody += bytes
    }
    await next()
    const length = ctx.method === 'HEAD' || ctx.respond === false ? 0 : (ctx.length ?? 0)
    if (length <= smallAnswer) return
    try {
      answers.take(address, length)
    } catch (error) {
      for (const name of headersOfAnswer) ctx.remove(name)
      throw error
    }
    ofAnswer = length
    if (ofBody === 0) ctx.res.once('close', giveBack)
  }
}
