/** A figure's texts as one block of bytes, compressed where that pays. */

import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'
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

/** From here on (de)compression goes to a thread of the pool: beyond, it takes longer than a few tasks. */
const pooledFrom = 128 * 1024

// Level 1: 10 MB of figures in 6 ms at 0.18 of the size; deflate takes 14–43 ms for 0.21–0.18.
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** The same, set up in two thirds of the time for a short text: tables and output no larger than it needs. */
const shortly = (size: number) => ({ ...options, chunkSize: 4096, pledgedSrcSize: size })

const compressPooled = promisify(zstdCompress)
const decompressPooled = promisify(zstdDecompress)

/** The size of a figure's texts, near enough to choose a way by. */
export const figureSize = ({ data, layoutRest, frames }: TrimmedFigure): number =>
  data.length + layoutRest.length + (frames?.length ?? 0)

/** Whether packing this figure would hold its thread up. */
export const isLarge = (figure: TrimmedFigure): boolean => figureSize(figure) >= pooledFrom

interface Plain {
  readonly shape: Omit<PackedFigure, 'encoding' | 'body'>
  readonly bytes: Buffer
}

function encode({ data, layoutPrefix, layoutRest, frames }: TrimmedFigure): Plain {
  const bytes = Buffer.from(data + layoutRest + (frames ?? ''))
  const layoutBytes = Buffer.byteLength(layoutRest)
  const framesBytes = frames === null ? null : Buffer.byteLength(frames)
  const dataBytes = bytes.length - layoutBytes - (framesBytes ?? 0)
  return { shape: { layoutPrefix, dataBytes, layoutBytes, framesBytes }, bytes }
}

export function packFigure(figure: TrimmedFigure): PackedFigure {
  const { shape, bytes } = encode(figure)
  return bytes.length < compressFrom
    ? { ...shape, encoding: 'plain', body: bytes }
    : { ...shape, encoding: 'zstd', body: zstdCompressSync(bytes, shortly(bytes.length)) }
}

/** The same with the compression in a thread of the pool. */
export async function packLargeFigure(figure: TrimmedFigure): Promise<PackedFigure> {
  const { shape, bytes } = encode(figure)
  return { ...shape, encoding: 'zstd', body: await compressPooled(bytes, options) }
}

const plainSize = (packed: Pick<PackedFigure, 'dataBytes' | 'layoutBytes' | 'framesBytes'>): number =>
  packed.dataBytes + packed.layoutBytes + (packed.framesBytes ?? 0)

function decode(packed: PackedFigure, bytes: Uint8Array): TrimmedFigure {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const layoutAt = packed.dataBytes
  const framesAt = layoutAt + packed.layoutBytes
  return {
    data: text.toString('utf8', 0, layoutAt),
    layoutPrefix: packed.layoutPrefix,
    layoutRest: text.toString('utf8', layoutAt, framesAt),
    frames: packed.framesBytes === null ? null : text.toString('utf8', framesAt),
  }
}

export function unpackFigure(packed: PackedFigure): TrimmedFigure {
  if (packed.encoding === 'plain') return decode(packed, packed.body)
  // The stated size is also the bound: a damaged block cannot unfold without end.
  const size = Math.max(plainSize(packed), 64)
  return decode(packed, zstdDecompressSync(packed.body, { maxOutputLength: size, chunkSize: size }))
}

/** The same with the decompression of large figures in a thread of the pool. */
export async function unpackLargeFigure(packed: PackedFigure): Promise<TrimmedFigure> {
  if (packed.encoding === 'plain' || plainSize(packed) < pooledFrom) return unpackFigure(packed)
  return decode(packed, await decompressPooled(packed.body, { maxOutputLength: plainSize(packed) }))
}
