/** Decompresses bodies piece by piece, so that their size is limited while they are decompressed. */

import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  type ZlibOptions,
} from 'node:zlib'

type Create = (options: Pick<ZlibOptions, 'chunkSize'>) => Transform

/** 8 MiB, the largest window of HTTP (RFC 9659). A few bytes can announce 128 MiB, which would be allocated. */
const zstdParams = { [constants.ZSTD_d_windowLogMax]: 23 }

/** Each runs in the thread pool. */
const codings: ReadonlyMap<string, Create> = new Map<string, Create>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
  ['zstd', options => createZstdDecompress({ ...options, params: zstdParams })],
])

/** Each piece of output costs this thread some work, so those of large bodies are large. */
const pieceSizeFor = ({ length }: Buffer): number => Math.min(2 ** 18, Math.max(2 ** 14, length * 8))

/**
 * Decompresses a body. `onPiece` is called with the size of each piece of output and ends the decompression by throwing.
 * Rejects with what it throws, or with an error of zlib if the body is not valid.
 */
export type Decompress = (body: Buffer, onPiece: (bytes: number) => void) => Promise<Buffer>

/** The decompression of a content coding, undefined if it is not supported. */
export function decompressionOf(coding: string): Decompress | undefined {
  const create = codings.get(coding)
  return create && ((body, onPiece) => decompress(create({ chunkSize: pieceSizeFor(body) }), body, onPiece))
}

function decompress(stream: Transform, body: Buffer, onPiece: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    stream.on('data', (piece: Buffer) => {
      try {
        onPiece(piece.length)
        pieces.push(piece)
      } catch (error) {
        stream.destroy(error as Error)
      }
    })
    stream.once('end', () => resolve(pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)))
    stream.once('error', reject)
    stream.end(body)
  })
}
