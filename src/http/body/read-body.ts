/** Reads and decompresses bodies within limits. Refuses in the order of the contract: 415, 413, 400. */

import { AppError, invalidJson, unsupportedMediaType } from '../../errors/errors.ts'
import type { Context } from '../context.ts'
import type { HttpConfig } from '../routing/deps.ts'
import { requireSingle } from '../single-header.ts'
import { type BodyLimit, collect, tooLarge } from './collect.ts'
import { type Decompress, decompressionOf } from './decompress.ts'

const unsupportedCoding = (given: string) =>
  new AppError(
    'unsupported_media_type',
    `Content-Encoding ${JSON.stringify(given.slice(0, 64))} is not understood; send gzip, br, deflate, zstd or none`,
    { headers: { 'Accept-Encoding': 'gzip, br, deflate, zstd' } },
  )

/** The limit of bodies with figures. */
export const figureLimit = ({ maxBodyBytes }: Pick<HttpConfig, 'maxBodyBytes'>): BodyLimit => ({
  bytes: maxBodyBytes,
  remedy: 'send fewer points, or raise MAX_BODY_BYTES',
})

/** Reads an `application/json` body within a limit, which applies after decompression. */
export async function readJsonBytes(ctx: Context, limit: BodyLimit, idleMs?: number): Promise<Buffer> {
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
