/** Packs a figure's texts into one block of bytes, compressed if that saves space. */

import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import {
  constants,
  createZstdCompress,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib'
import { asBuffer } from '../bytes.ts'
import { extendData } from '../domain/figure/append/extend-data.ts'
import { unpackSegment } from '../domain/figure/append/segment.ts'
import { type FigureText, joinTexts, largeText, textIn } from '../domain/figure/text.ts'
import type { TrimmedFigure } from './layout-prefix.ts'

/** The concatenated UTF-8 texts, the layout without its prefix. The lengths are those of the uncompressed texts. */
export interface PackedFigure {
  readonly encoding: 'plain' | 'zstd'
  /** The id of the layout's prefix, or null. */
  readonly layoutPrefix: string | null
  readonly dataBytes: number
  readonly layoutBytes: number
  readonly framesBytes: number | null
  readonly body: Uint8Array
}

/** Smaller blocks would save less than half a disk page, and setting up the compressor takes 150–400 µs. */
const compressFrom = 2048

// Level 1: 10 MB of figures in 6 ms at 0.18 of the size; deflate takes 14–43 ms for 0.21–0.18.
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** The same with smaller tables and output buffer, which shortens the set-up for a short text by a third. */
const shortly = (size: number) => ({ ...options, chunkSize: 4096, pledgedSrcSize: size })

/** The chunk size of compressed output for large blocks. */
const outputChunk = 256 * 1024

const decompressPooled = promisify(zstdDecompress)

const textsOf = ({ data, layoutRest, frames }: TrimmedFigure): readonly FigureText[] =>
  frames === null ? [data, layoutRest] : [data, layoutRest, frames]

/** Whether packing the figure would block its thread for too long, so that the thread pool should do it. */
export const isLarge = (figure: TrimmedFigure): boolean =>
  textsOf(figure).reduce((sum, text) => sum + text.length, 0) >= largeText

type Shape = Omit<PackedFigure, 'encoding' | 'body'>

const shapeOf = ({ data, layoutPrefix, layoutRest, frames }: TrimmedFigure): Shape => ({
  layoutPrefix,
  dataBytes: Buffer.byteLength(data),
  layoutBytes: Buffer.byteLength(layoutRest),
  framesBytes: frames === null ? null : Buffer.byteLength(frames),
})

/** Packs a figure that is not large (`isLarge`). */
export function packFigure(figure: TrimmedFigure): PackedFigure {
  const shape = shapeOf(figure)
  const bytes = joinTexts(textsOf(figure))
  return bytes.length < compressFrom
    ? { ...shape, encoding: 'plain', body: bytes }
    : { ...shape, encoding: 'zstd', body: zstdCompressSync(bytes, shortly(bytes.length)) }
}

/** The same in the thread pool, text by text, so that a large text is not copied first. */
export async function packLargeFigure(figure: TrimmedFigure): Promise<PackedFigure> {
  const shape = shapeOf(figure)
  const compressor = createZstdCompress({
    ...options,
    chunkSize: outputChunk,
    pledgedSrcSize: plainSize(shape),
  })
  for (const text of textsOf(figure)) if (text.length > 0) compressor.write(text)
  compressor.end()
  return { ...shape, encoding: 'zstd', body: await buffer(compressor) }
}

const plainSize = ({ dataBytes, layoutBytes, framesBytes }: Shape): number =>
  dataBytes + layoutBytes + (framesBytes ?? 0)

function decode(packed: PackedFigure, bytes: Uint8Array): TrimmedFigure {
  const text = asBuffer(bytes)
  const layoutAt = packed.dataBytes
  const framesAt = layoutAt + packed.layoutBytes
  return {
    data: textIn(text, 0, layoutAt),
    layoutPrefix: packed.layoutPrefix,
    layoutRest: textIn(text, layoutAt, framesAt),
    frames: packed.framesBytes === null ? null : textIn(text, framesAt, text.length),
  }
}

/** Throws if the block is damaged. */
export function unpackFigure(packed: PackedFigure): TrimmedFigure {
  if (packed.encoding === 'plain') return decode(packed, packed.body)
  // The stated size is also the limit, so that a damaged block cannot expand without end.
  const size = Math.max(plainSize(packed), 64)
  return decode(packed, zstdDecompressSync(packed.body, { maxOutputLength: size, chunkSize: size }))
}

/** The same, but decompresses large figures in the thread pool. */
export async function unpackLargeFigure(packed: PackedFigure): Promise<TrimmedFigure> {
  const size = plainSize(packed)
  if (packed.encoding === 'plain' || size < largeText) return unpackFigure(packed)
  // With one chunk, nothing has to be concatenated afterwards.
  return decode(packed, await decompressPooled(packed.body, { maxOutputLength: size, chunkSize: size }))
}

/** Applies the packed segments of appends, in order. */
export const extendFigure = (figure: TrimmedFigure, appends: readonly Uint8Array[]): TrimmedFigure =>
  appends.length === 0 ? figure : { ...figure, data: extendData(figure.data, appends.map(unpackSegment)) }
