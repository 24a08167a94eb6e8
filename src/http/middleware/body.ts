/** The body of a create: its bytes, inflated, within bounds. Refuses in the contract's order: 415, 413, 400. */

import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, type InputType, inflate, zstdDecompress } from 'node:zlib'
import {
  AppError,
  invalidJson,
  payloadTooLarge,
  requestTimeout,
  unsupportedMediaType,
} from '../../errors/errors.ts'
import type { Context } from '../context.ts'
import type { HttpConfig } from '../deps.ts'
import { stopParsing } from '../stop-parsing.ts'
import { ClientGone } from './errors.ts'

/** Between two pieces of a body. The whole request has a deadline of its own, in listen.ts. */
const defaultIdleMs = 20_000

type Inflate = (body: InputType, options: { maxOutputLength: number }) => Promise<Buffer>

/** Each runs in the thread pool and stops at the bound: a small body that inflates without end costs little. */
const codings: Readonly<Record<string, Inflate>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
  zstd: promisify(zstdDecompress),
}

const unsupportedCoding = (given: string) =>
  new AppError(
    'unsupported_media_type',
    `Content-Encoding ${JSON.stringify(given.slice(0, 64))} is not understood; send gzip, br, deflate, zstd or none`,
    { headers: { 'Accept-Encoding': 'gzip, br, deflate, zstd' } },
  )

const tooLarge = (limit: number) =>
  payloadTooLarge(`the body has more than ${limit} bytes; send fewer points, or raise MAX_BODY_BYTES`)

const tooSlow = () =>
  requestTimeout('the body stopped arriving; send it without a pause', { Connection: 'close' })

/** Reads `application/json` of at most `limit` bytes, counted after inflating. */
export async function readJsonBytes(ctx: Context, limit: number, idleMs = defaultIdleMs): Promise<Buffer> {
  const { headers } = ctx.req
  const mediaType = headers['content-type'] ?? ''
  if (mediaType !== 'application/json' && !isJson(mediaType))
    throw unsupportedMediaType(mediaType.slice(0, 100))

  const coding = headers['content-encoding']?.trim().toLowerCase() || 'identity'
  const inflated = codings[coding]
  if (!inflated && coding !== 'identity') throw unsupportedCoding(coding)

  // Inflating never makes a body noticeably smaller, so the bound on what is sent can be nearly the same.
  const sendLimit = inflated ? limit + 1024 + Math.ceil(limit / 1000) : limit
  if (Number(headers['content-length'] ?? 0) > sendLimit) throw tooLarge(limit)
  const sent = await collect(ctx.req, sendLimit, limit, idleMs, ctx.state.holdBody)
  if (!inflated || sent.length === 0) return sent
  try {
    return await inflated(sent, { maxOutputLength: limit })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit)
    throw invalidJson(`the body is not valid ${coding}, though Content-Encoding says so`)
  }
}

/** A body that took longer is believed only of who may still send it. */
const promptMs = 1_000

/**
 * As `readJsonBytes`, of somebody who may write. Two minutes may pass until the body has arrived: `authorize` is asked
 * again then, so that a key that was revoked meanwhile, or whose account has ended, stores nothing.
 */
export async function readWrittenBytes(
  ctx: Context,
  { maxBodyBytes, bodyIdleMs }: Pick<HttpConfig, 'maxBodyBytes' | 'bodyIdleMs'>,
  authorize: () => Promise<unknown>,
): Promise<Buffer> {
  const begun = performance.now()
  const body = await readJsonBytes(ctx, maxBodyBytes, bodyIdleMs)
  if (performance.now() - begun > promptMs) await authorize()
  return body
}

/** `application/json` with parameters; a charset other than UTF-8 is another type. */
function isJson(mediaType: string): boolean {
  const [type = '', ...parameters] = mediaType.toLowerCase().split(';')
  return (
    type.trim() === 'application/json' &&
    parameters.every(parameter => {
      const [name = '', value = ''] = parameter.split('=')
      return name.trim() !== 'charset' || /^(utf-?8|us-ascii)$/.test(value.trim().replace(/^"(.*)"$/, '$1'))
    })
  )
}

/**
 * Space for at least `end` bytes. It follows what has arrived, not what was announced, since anybody can announce
 * anything; a body is thus copied as it comes, not all at once at its end.
 */
function enlarged(body: Buffer, end: number, announced: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(announced >= end ? Math.min(announced, end * 8) : end * 2)
  larger.set(body)
  return larger
}

/** Each piece costs as much as a kilobyte, however short: beyond a small body, one for so many bytes of its bound. */
const bytesPerPiece = 64
const leastPieces = 1_000
const smallBound = 256 * 1024

const inTooManyPieces = () =>
  new AppError('invalid_request', 'the body comes in too many short pieces; send longer chunks', {
    headers: { Connection: 'close' },
  })

/** The bytes of a body as sent; `limit` is what the refusal names, `hold` may refuse more bytes by throwing. */
export function collect(
  req: IncomingMessage,
  sendLimit: number,
  limit: number,
  idleMs = defaultIdleMs,
  hold: (bytes: number) => void = () => {},
): Promise<Buffer> {
  const announced = Number(req.headers['content-length'] ?? 0)
  return new Promise((resolve, reject) => {
    let body: Buffer = Buffer.alloc(0)
    let size = 0
    let pieces = 0
    const mostPieces = Math.max(leastPieces, (sendLimit - smallBound) / bytesPerPiece)
    const settle = () => {
      clearTimeout(idle)
      req.off('data', more).off('end', end).off('close', gone).off('error', gone)
    }
    const refuse = (error: Error) => {
      settle()
      // What still comes is drained after the answer, in unread.ts.
      req.pause()
      reject(error)
    }
    const more = (chunk: Buffer) => {
      idle.refresh()
      const end = size + chunk.length
      if (end > sendLimit) return refuse(tooLarge(limit))
      if (++pieces > mostPieces) {
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
