/** Sends a file, with conditional requests, ranges, HEAD and compression (RFC 9110). */

import { asBuffer } from '../../bytes.ts'
import { AppError } from '../../errors/errors.ts'
import { acceptedCoding, type Coding, compressQuickly } from '../content-coding.ts'
import type { Context } from '../context.ts'
import { isCurrent } from './conditional.ts'
import type { FileCache } from './file-cache.ts'

export interface File {
  /** The bytes, or a function that makes them if they are needed. */
  readonly bytes: Uint8Array | (() => Promise<Uint8Array>)
  readonly type: string
  /** A strong entity tag, with quotes. */
  readonly etag: string
  readonly modified?: Date
  /** Whether the bytes are sent as they are, without compression. */
  readonly coded?: boolean
  /** A cache for made and compressed bytes. The ETag must then identify everything that the bytes depend on. */
  readonly cache?: FileCache
  /** Whether the bytes are expensive to make. HEAD then gives their length only if they were made before. */
  readonly large?: boolean
}

/** Answers 200, 206 or 304. Rejects with 412 if a condition fails, and with 416 for a range outside the file. */
export async function sendFile(ctx: Context, file: File): Promise<void> {
  const { type, modified } = file
  const ranged = ctx.method === 'GET' && ctx.get('Range') !== ''
  const coding = file.coded ? null : codingFor(ctx, file, ranged)
  // A compressed answer is a different representation with its own ETag.
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
  // Callers over a limit are refused before anything is read.
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
    // Set only now, because making the bytes may fail, and the error is not compressed.
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

const compressible = /^(?:text\/|application\/json|image\/svg\+xml)/

/** The coding of the answer. Ranges refer to the uncompressed file. */
function codingFor(ctx: Context, { bytes, type }: File, ranged: boolean): Coding | null {
  if (!compressible.test(type) || (typeof bytes !== 'function' && bytes.length < 1_000)) return null
  ctx.vary('Accept-Encoding')
  return ranged ? null : acceptedCoding(ctx)
}

/** Whether If-Range allows a partial answer, because the file has not changed. */
function rangeStands(ctx: Context, etag: string): boolean {
  const condition = ctx.get('If-Range')
  return condition === '' || condition === etag
}

interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Parses a single range. Multiple ranges, other units and invalid headers are answered with the whole file. */
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
