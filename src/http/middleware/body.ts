/** Reads and decompresses bodies within limits. Refuses in the order of the contract: 415, 413, 400. */

import type { IncomingMessage } from 'node:http'
import {
  AppError,
  invalidJson,
  payloadTooLarge,
  requestTimeout,
  unsupportedMediaType,
} from '../../errors/errors.ts'
import type { Context } from '../context.ts'
import type { HttpConfig } from '../routing/deps.ts'
import { requireSingle } from '../single-header.ts'
import { stopParsing } from '../stop-parsing.ts'
import { type Decompress, decompressionOf } from './decompress.ts'
import { ClientGone } from './errors.ts'

/** The longest pause within a body. The deadline of the whole request is in listen.ts. */
const defaultIdleMs = 20_000

const unsupportedCoding = (given: string) =>
  new AppError(
    'unsupported_media_type',
    `Content-Encoding ${JSON.stringify(given.slice(0, 64))} is not understood; send gzip, br, deflate, zstd or none`,
    { headers: { 'Accept-Encoding': 'gzip, br, deflate, zstd' } },
  )

/** The maximum size of a body. */
export interface BodyLimit {
  readonly bytes: number
  /** What a caller beyond it can do. */
  readonly remedy: string
}

/** The limit of bodies with figures. */
export const figureLimit = ({ maxBodyBytes }: Pick<HttpConfig, 'maxBodyBytes'>): BodyLimit => ({
  bytes: maxBodyBytes,
  remedy: 'send fewer points, or raise MAX_BODY_BYTES',
})

const tooLarge = ({ bytes, remedy }: BodyLimit) =>
  payloadTooLarge(`the body has more than ${bytes} bytes; ${remedy}`)

const tooSlow = () =>
  requestTimeout('the body stopped arriving; send it without a pause', { Connection: 'close' })

/** Reads an `application/json` body within a limit, which applies after decompression. */
export async function readJsonBytes(ctx: Context, limit: BodyLimit, idleMs = defaultIdleMs): Promise<Buffer> {
  const { headers } = ctx.req
  requireSingle(ctx.req, 'Content-Type')
  const mediaType = headers['content-type'] ?? ''
  if (mediaType !== 'application/json' && !isJson(mediaType))
    throw unsupportedMediaType(mediaType.slice(0, 100))

  const coding = headers['content-encoding']?.trim().toLowerCase() || 'identity'
  const decompress = decompressionOf(coding)
  if (!decompress && coding !== 'identity') throw unsupportedCoding(coding)

  // Decompressed data is never much smaller, so nearly the same limit applies to the sent bytes.
  const sendBytes = decompress ? limit.bytes + 1024 + Math.ceil(limit.bytes / 1000) : limit.bytes
  if (Number(headers['content-length'] ?? 0) > sendBytes) throw tooLarge(limit)
  const { holdBody } = ctx.state
  const sent = await collect(ctx.req, limit, { sendBytes, idleMs, hold: holdBody })
  if (!decompress || sent.length === 0) return sent
  try {
    return await decompressed(decompress, sent, limit, holdBody)
  } catch (error) {
    if (error instanceof AppError) throw error
    if (isWindowTooLarge(error))
      throw invalidJson('the zstd window of the body is larger than 8 MiB; compress it at level 19 or below')
    throw invalidJson(`the body is not valid ${coding}, though Content-Encoding says so`)
  }
}

const isWindowTooLarge = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ZSTD_error_frameParameter_windowTooLarge'

/** What comes out counts as held too, or small bodies that become large would take memory without limit. */
function decompressed(
  decompress: Decompress,
  sent: Buffer,
  limit: BodyLimit,
  hold: (bytes: number) => void = () => {},
): Promise<Buffer> {
  let size = 0
  const onPiece = (bytes: number) => {
    size += bytes
    if (size > limit.bytes) throw tooLarge(limit)
    hold(bytes)
  }
  return decompress(sent, onPiece)
}

/** After a longer transfer, the credential is checked again. */
const promptMs = 1_000

/**
 * Like `readJsonBytes`, but calls `authorize` again after a slow transfer, which may take two minutes, so that a key that was
 * revoked meanwhile cannot write.
 */
export async function readWrittenBytes(
  ctx: Context,
  config: Pick<HttpConfig, 'maxBodyBytes' | 'bodyIdleMs'>,
  authorize: () => Promise<unknown>,
): Promise<Buffer> {
  const begun = performance.now()
  const body = await readJsonBytes(ctx, figureLimit(config), config.bodyIdleMs)
  if (performance.now() - begun > promptMs) await authorize()
  return body
}

/** Accepts `application/json` with parameters, but no charset other than UTF-8. */
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
 * A buffer with space for at least `end` bytes. It grows with the received bytes, because the announced length cannot be
 * trusted.
 */
function enlarged(body: Buffer, end: number, announced: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(announced >= end ? Math.min(announced, end * 8) : end * 2)
  larger.set(body)
  return larger
}

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
