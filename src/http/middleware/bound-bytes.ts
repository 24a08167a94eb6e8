/** Bounds on what requests make this process hold, and for how long: bodies that arrive, answers that wait to be read. */

import { type ByteBounds, createBytesInFlight } from '../bytes-in-flight.ts'
import type { Context, Middleware } from '../context.ts'
import { hasLeft } from '../hung-up.ts'
import { neighbourhood } from './limits.ts'

const MiB = 2 ** 20

export interface InFlightBounds {
  readonly bodies: ByteBounds
  readonly answers: ByteBounds
  /** An answer may take `graceMs`, and beyond it must go out at this pace. */
  readonly pace: { readonly graceMs: number; readonly bytesPerSecond: number }
}

/** About a dozen of the largest bodies, and as many of the largest answers, for one address. */
export const inFlightBounds: InFlightBounds = {
  bodies: { perAddress: 128 * MiB, total: 384 * MiB },
  answers: { perAddress: 128 * MiB, total: 384 * MiB },
  // A tenth of what the slowest telephone networks carry.
  pace: { graceMs: 60_000, bytesPerSecond: 8 * 1024 },
}

/** Smaller answers fit in what the system buffers for a connection. */
const smallAnswer = 32 * 1024

/** About an answer that is not sent after all. */
const headersOfAnswer = ['ETag', 'Last-Modified', 'Content-Encoding', 'Content-Range', 'Content-Disposition']

/** Refuses with `overloaded` what would go beyond; an answer that is read too slowly is cut off. */
export function boundBytes(bounds: InFlightBounds = inFlightBounds): Middleware {
  const bodies = createBytesInFlight('bodies', bounds.bodies)
  const answers = createBytesInFlight('answers', bounds.answers)

  return async (ctx, next) => {
    const address = neighbourhood(ctx.ip)
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
      if (hasLeft(ctx)) return
      bodies.take(address, bytes)
      giveBackAtEnd()
      ofBody += bytes
    }
    ctx.state.holdAnswer = bytes => {
      if (hasLeft(ctx)) return
      const length = ctx.method === 'HEAD' || bytes <= smallAnswer ? 0 : bytes
      if (length === ofAnswer) return
      try {
        if (length > ofAnswer) answers.take(address, length - ofAnswer)
        else answers.give(address, ofAnswer - length)
      } catch (error) {
        for (const name of headersOfAnswer) ctx.remove(name)
        throw error
      }
      giveBackAtEnd()
      ofAnswer = length
    }
    await next()
    ctx.state.holdAnswer(ctx.respond === false ? 0 : (ctx.length ?? 0))
    if (ofAnswer > 0) deadline = cutOff(ctx, ofAnswer, bounds.pace)
  }
}

/** Who takes a few bytes at a time, only to hold the rest, loses the connection. */
function cutOff({ res }: Context, bytes: number, { graceMs, bytesPerSecond }: InFlightBounds['pace']) {
  return setTimeout(() => res.destroy(), graceMs + (bytes / bytesPerSecond) * 1000).unref()
}
