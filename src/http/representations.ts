/** Sends a finished file: conditional requests, one range, HEAD, and compression where it pays (RFC 9110). */

import { createHash } from 'node:crypto'
import { AppError } from '../errors/errors.ts'
import { acceptedCoding, type Coding, compressQuickly } from './content-coding.ts'
import type { Context } from './context.ts'
import type { FileCache } from './file-cache.ts'
import { isCurrent } from './middleware/conditional.ts'

export interface File {
  /** The bytes, or what makes them where the caller does not have them yet. */
  readonly bytes: Uint8Array | (() => Promise<Uint8Array>)
  readonly type: string
  /** A strong entity tag, quotes included. */
  readonly etag: string
  readonly modified?: Date
  /** The bytes are as they shall be sent, compressed or not. */
  readonly coded?: boolean
  /** Keeps what was made and compressed for who asks next; the tag then says all that the bytes depend on. */
  readonly cache?: FileCache
  /** Dear to make: a HEAD does not make it, and tells its length where it was made before. */
  readonly large?: boolean
}

export const etagOf = (content: string | Uint8Array): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`

/** Answers 200, 206 or 304; rejects with 412 where conditions do not hold, with 416 where the range lies outside the file. */
export async function sendFile(ctx: Context, file: File): Promise<void> {
  const { type, modified } = file
  const ranged = ctx.method === 'GET' && ctx.get('Range') !== ''
  const coding = file.coded ? null : codingFor(ctx, file, ranged)
  // A compressed answer is another representation, so it has a tag of its own.
  const etag = coding ? `${file.etag.slice(0, -1)}.${coding}"` : file.etag

  const current = isCurrent(ctx, etag, modified)
  ctx.status = 200
  ctx.set('Content-Type', type)
  ctx.set('ETag', etag)
  if (modified) ctx.lastModified = modified
  if (current) {
    ctx.status = 304
    ctx.body = null
    return
  }
  // Who is over a bound is refused before anything is read for the answer.
  const size = sizeOf(file, etag)
  ctx.state.holdAnswer?.(size ?? 0)
  if (!coding) ctx.set('Accept-Ranges', 'bytes')
  if (ctx.method === 'HEAD' && file.large) {
    if (coding) ctx.set('Content-Encoding', coding)
    if (size !== undefined) ctx.length = size
    return
  }
  if (coding) {
    const bytes = await remembered(file, etag, async () => compressQuickly[coding](await bytesOf(file)))
    // Not before: where the bytes cannot be had, the answer is an error in plain text.
    ctx.set('Content-Encoding', coding)
    ctx.body = asBuffer(bytes)
    return
  }

  const bytes = await bytesOf(file)
  const body = asBuffer(bytes)
  const range = ranged && rangeStands(ctx, etag) ? parseRange(ctx.get('Range'), bytes.length) : null
  if (range === 'outside') throw rangeNotSatisfiable(bytes.length)
  if (!range) {
    ctx.body = body
    return
  }
  ctx.status = 206
  ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${bytes.length}`)
  ctx.body = body.subarray(range.start, range.end + 1)
}

const bytesOf = async (file: File): Promise<Uint8Array> =>
  typeof file.bytes === 'function' ? remembered(file, file.etag, file.bytes) : file.bytes

const sizeOf = ({ bytes, cache }: File, tag: string): number | undefined =>
  typeof bytes === 'function' ? cache?.sizeOf(tag) : bytes.length

const remembered = ({ cache }: File, tag: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> =>
  cache ? cache.get(tag, make) : make()

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

const compressible = /^(?:text\/|application\/json|image\/svg\+xml)/

/** A range is one of the file as it is. */
function codingFor(ctx: Context, { bytes, type }: File, ranged: boolean): Coding | null {
  if (!compressible.test(type) || (typeof bytes !== 'function' && bytes.length < 1_000)) return null
  ctx.vary('Accept-Encoding')
  return ranged ? null : acceptedCoding(ctx)
}

/** A range of a file that has changed since is no use: If-Range then asks for the whole. */
function rangeStands(ctx: Context, etag: string): boolean {
  const condition = ctx.get('If-Range')
  return condition === '' || condition === etag
}

interface ByteRange {
  readonly start: number
  readonly end: number
}

/** One range; several at once, other units and malformed headers are answered with the whole file. */
function parseRange(header: string, size: number): ByteRange | 'outside' | null {
  const [, first = '', last = ''] = /^bytes=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i.exec(header) ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start >= size ? 'outside' : { start, end }
}

const rangeNotSatisfiable = (size: number) =>
  new AppError('range_not_satisfiable', `the file has ${size} bytes; ask for a range within it`, {
    headers: { 'Content-Range': `bytes */${size}` },
  })
