/** A figure's texts as one block of bytes, compressed where that pays. */

import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import {
  constants,
  createZstdCompress,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib'
import { extendData } from '../domain/figure/extend.ts'
import { unpackSegment } from '../domain/figure/segment.ts'
import { type FigureText, joinTexts, largeText, textIn } from '../domain/figure/text.ts'
import type { TrimmedFigure } from './layout-prefix.ts'

/** The texts' UTF-8 bytes one after another, the layout without its prefix; the lengths are of the plain bytes. */
export interface PackedFigure {
  readonly encoding: 'plain' | 'zstd'
  /** The id of the text before the layout's bytes, or null. */
  readonly layoutPrefix: string | null
  readonly dataBytes: number
  readonly layoutBytes: number
  readonly framesBytes: number | null
  readonly body: Uint8Array
}

/** Below this a block saves less than half a page of the disk, and setting the compressor up takes 150–400 µs. */
const compressFrom = 2048

// Level 1: 10 MB of figures in 6 ms at 0.18 of the size; deflate takes 14–43 ms for 0.21–0.18.
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** The same, set up in two thirds of the time for a short text: tables and output no larger than it needs. */
const shortly = (size: number) => ({ ...options, chunkSize: 4096, pledgedSrcSize: size })

/** In which pieces a large block comes out of the compressor. */
const outputChunk = 256 * 1024

const decompressPooled = promisify(zstdDecompress)

const textsOf = ({ data, layoutRest, frames }: TrimmedFigure): readonly FigureText[] =>
  frames === null ? [data, layoutRest] : [data, layoutRest, frames]

/** Whether packing this figure would hold its thread up: then it goes to a thread of the pool. */
export const isLarge = (figure: TrimmedFigure): boolean =>
  textsOf(figure).reduce((sum, text) => sum + text.length, 0) >= largeText

type Shape = Omit<PackedFigure, 'encoding' | 'body'>

const shapeOf = ({ data, layoutPrefix, layoutRest, frames }: TrimmedFigure): Shape => ({
  layoutPrefix,
  dataBytes: Buffer.byteLength(data),
  layoutBytes: Buffer.byteLength(layoutRest),
  framesBytes: frames === null ? null : Buffer.byteLength(frames),
})

/** A figure that is not large. */
export function packFigure(figure: TrimmedFigure): PackedFigure {
  const shape = shapeOf(figure)
  const bytes = joinTexts(textsOf(figure))
  return bytes.length < compressFrom
    ? { ...shape, encoding: 'plain', body: bytes }
    : { ...shape, encoding: 'zstd', body: zstdCompressSync(bytes, shortly(bytes.length)) }
}

/** The same with the compression in a thread of the pool, text by text: a large one is not copied for it. */
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
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const layoutAt = packed.dataBytes
  const framesAt = layoutAt + packed.layoutBytes
  return {
    data: textIn(text, 0, layoutAt),
    layoutPrefix: packed.layoutPrefix,
    layoutRest: textIn(text, layoutAt, framesAt),
    frames: packed.framesBytes === null ? null : textIn(text, framesAt, text.length),
  }
}

/** Throws where the block is damaged. */
export function unpackFigure(packed: PackedFigure): TrimmedFigure {
  if (packed.encoding === 'plain') return decode(packed, packed.body)
  // The stated size is also the bound: a damaged block cannot unfold without end.
  const size = Math.max(plainSize(packed), 64)
  return decode(packed, zstdDecompressSync(packed.body, { maxOutputLength: size, chunkSize: size }))
}

/** The same with the decompression of large figures in a thread of the pool. */
export async function unpackLargeFigure(packed: PackedFigure): Promise<TrimmedFigure> {
  const size = plainSize(packed)
  if (packed.encoding === 'plain' || size < largeText) return unpackFigure(packed)
  // In one piece: nothing to put together afterwards.
  return decode(packed, await decompressPooled(packed.body, { maxOutputLength: size, chunkSize: size }))
}

/** The figure with what was appended to it: packed segments in their order. */
export const extendFigure = (figure: TrimmedFigure, appends: readonly Uint8Array[]): TrimmedFigure =>
  appends.length === 0 ? figure : { ...figure, data: extendData(figure.data, appends.map(unpackSegment)) }
