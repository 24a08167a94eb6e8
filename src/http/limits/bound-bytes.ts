/** Limits the memory that requests hold, and for how long: bodies being received and answers being read. */

import type { Context, Middleware } from '../context.ts'
import { hasDisconnected } from '../disconnect.ts'
import { networkOf } from '../network.ts'
import { type ByteBounds, createBytesInFlight } from './bytes-in-flight.ts'

const MiB = 2 ** 20

export interface InFlightBounds {
  readonly bodies: ByteBounds
  readonly answers: ByteBounds
  /** An answer must be read at this pace once `graceMs` have passed. */
  readonly pace: { readonly graceMs: number; readonly bytesPerSecond: number }
}

/** Allows about a dozen of the largest bodies and answers per address. */
export const inFlightBounds: InFlightBounds = {
  bodies: { perAddress: 128 * MiB, total: 384 * MiB },
  answers: { perAddress: 128 * MiB, total: 384 * MiB },
  // A tenth of the bandwidth of the slowest mobile networks.
  pace: { graceMs: 60_000, bytesPerSecond: 8 * 1024 },
}

/** Smaller answers fit into the socket buffer and are not counted. */
const smallAnswer = 32 * 1024

/** Rejects requests beyond the limits with `overloaded`, and cuts off answers that are read too slowly. */
export function boundBytes(bounds: InFlightBounds = inFlightBounds): Middleware {
  const bodies = createBytesInFlight('bodies', bounds.bodies)
  const answers = createBytesInFlight('answers', bounds.answers)

  return async (ctx, next) => {
    const address = networkOf(ctx.ip)
    let ofBody = 0
    let ofAnswer = 0
    let deadline: NodeJS.Timeout | undefined
    function giveBack(): void {
      clearTimeout(deadline)
      bodies.give(address, ofBody)
      answers.give(address, ofAnswer)
    }
    function giveBackAtEnd(): void {
      if (ofBody === 0 && ofAnswer === 0) ctx.res.once('close', giveBack)
    }

    ctx.state.holdBody = bytes => {
      if (hasDisconnected(ctx)) return
      bodies.take(address, bytes)
      giveBackAtEnd()
      ofBody += bytes
    }
    ctx.state.holdAnswer = bytes => {
      if (hasDisconnected(ctx)) return
      const length = ctx.method === 'HEAD' || bytes <= smallAnswer ? 0 : bytes
      if (length === ofAnswer) return
      if (length > ofAnswer) answers.take(address, length - ofAnswer)
      else answers.give(address, ofAnswer - length)
      giveBackAtEnd()
      ofAnswer = length
    }
    await next()
    ctx.state.holdAnswer(ctx.respond === false ? 0 : (ctx.length ?? 0))
    if (ofAnswer > 0) deadline = cutOff(ctx, ofAnswer, bounds.pace)
  }
}

/** Closes the connection of a caller that reads so slowly that it only holds memory. */
function cutOff({ res }: Context, bytes: number, { graceMs, bytesPerSecond }: InFlightBounds['pace']) {
  return setTimeout(() => res.destroy(), graceMs + (bytes / bytesPerSecond) * 1000).unref()
}
