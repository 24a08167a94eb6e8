/** Collects the bytes of a body as they arrive, within limits of size, time and number of pieces. */

import type { IncomingMessage } from 'node:http'
import { AppError, payloadTooLarge, requestTimeout } from '../../errors/errors.ts'
import { ClientGone } from '../disconnect.ts'
import { stopParsing } from './stop-parsing.ts'

/** The longest pause within a body. The deadline of the whole request is in listen.ts. */
const defaultIdleMs = 20_000

/** The maximum size of a body. */
export interface BodyLimit {
  readonly bytes: number
  /** What a caller beyond it can do. */
  readonly remedy: string
}

/** The error of a body beyond its limit. */
export const tooLarge = ({ bytes, remedy }: BodyLimit) =>
  payloadTooLarge(`the body has more than ${bytes} bytes; ${remedy}`)

const tooSlow = () =>
  requestTimeout('the body stopped arriving; send it without a pause', { Connection: 'close' })

/** Limits the number of chunks to one per this many bytes of the limit, because each chunk costs as much as a kilobyte. */
const bytesPerPiece = 64
const minPieces = 1_000
const smallBound = 256 * 1024

const inTooManyPieces = () =>
  new AppError('invalid_request', 'the body comes in too many short pieces; send longer chunks', {
    headers: { Connection: 'close' },
  })

export interface CollectOptions {
  /** The maximum number of sent bytes, which may be compressed; by default that of the limit. */
  readonly sendBytes?: number
  /** The longest pause, in milliseconds. */
  readonly idleMs?: number
  /** Called with the size of each piece; may refuse it by throwing. */
  readonly hold?: (bytes: number) => void
}

/** Collects the sent bytes of a body. Rejects with the error of `limit` if there are too many. */
export function collect(
  req: IncomingMessage,
  limit: BodyLimit,
  { sendBytes = limit.bytes, idleMs = defaultIdleMs, hold = () => {} }: CollectOptions = {},
): Promise<Buffer> {
  const announced = Number(req.headers['content-length'] ?? 0)
  return new Promise((resolve, reject) => {
    let body: Buffer = Buffer.alloc(0)
    let size = 0
    let pieces = 0
    const maxPieces = Math.max(minPieces, (sendBytes - smallBound) / bytesPerPiece)
    const settle = () => {
      clearTimeout(idle)
      req.off('data', more).off('end', end).off('close', gone).off('error', gone)
    }
    const refuse = (error: Error) => {
      settle()
      // The rest is drained after the answer, in drain-body.ts.
      req.pause()
      reject(error)
    }
    const more = (chunk: Buffer) => {
      idle.refresh()
      const end = size + chunk.length
      if (end > sendBytes) return refuse(tooLarge(limit))
      if (++pieces > maxPieces) {
        stopParsing(req)
        return refuse(inTooManyPieces())
      }
      try {
        hold(chunk.length)
      } catch (error) {
        return refuse(error as Error)
      }
      if (size === 0) body = chunk
      else {
        if (end > body.length) body = enlarged(body.subarray(0, size), end, announced)
        body.set(chunk, size)
      }
      size = end
    }
    const end = () => {
      settle()
      resolve(body.subarray(0, size))
    }
    const gone = () => refuse(new ClientGone())
    const idle = setTimeout(() => refuse(tooSlow()), idleMs)
    req.on('data', more).on('end', end).on('close', gone).on('error', gone)
  })
}

/**
 * A buffer with space for at least `end` bytes. It grows with the received bytes, because the announced length cannot be
 * trusted.
 */
function enlarged(body: Buffer, end: number, announced: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(announced >= end ? Math.min(announced, end * 8) : end * 2)
  larger.set(body)
  return larger
}
