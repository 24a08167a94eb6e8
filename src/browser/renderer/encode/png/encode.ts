/**
 * Encodes pixels as PNG: lossless, and for charts both faster and smaller than the browser's own encoder, which tries
 * row filters and searches for matches where a chart has only runs (docs/performance.md).
 */

import type { Pixels } from '../pixels.ts'
import { adlerOf } from './adler.ts'
import { writeBlock } from './deflate.ts'
import { type PngImage, strideOf } from './image.ts'
import { distanceOf } from './lengths.ts'
import { findRuns, type Runs } from './runs.ts'
import { symbolsOf } from './symbols.ts'
import { PngWriter } from './writer.ts'

/** In bytes: the maximum distance of a match. */
const deflateWindow = 32768

/**
 * The file, in memory that the next image overwrites. Null for an image without runs, such as a photograph, for which
 * the browser's own encoder with its row filters makes smaller files.
 */
export function encodePng(given: Pixels, width: number, height: number): Uint8Array | null {
  const freshLimit = (width * height) / 8 + 256
  let pixels = given.held ?? given.straight()
  let runs = findRuns(pixels, width, freshLimit)
  if (runs && !runs.opaque && pixels === given.held) {
    pixels = given.straight()
    runs = findRuns(pixels, width, freshLimit)
  }
  if (!runs) return null
  const image = imageOf(runs, pixels, width, height)
  return strideOf(image) > deflateWindow ? null : write(runs, image)
}

function imageOf({ palette, opaque }: Runs, pixels: Uint32Array, width: number, height: number): PngImage {
  const indexes = new Map(palette?.map((colour, at) => [colour, at]))
  return { pixels, width, height, depth: palette ? 1 : opaque ? 3 : 4, opaque, palette, indexes }
}

function write(runs: Runs, image: PngImage): Uint8Array {
  const symbols = symbolsOf(runs, image)
  const writer = new PngWriter(symbols.count * 4 + 4096)
  writer.bytes([137, 80, 78, 71, 13, 10, 26, 10])
  writeHeader(writer, image)
  writePalette(writer, image)
  writer.chunk('IDAT', () => {
    // The header of a zlib stream with its fastest setting (RFC 1950).
    writer.bytes([0x78, 0x01])
    writeBlock(writer, symbols, distanceOf(image.depth), distanceOf(strideOf(image)))
    writer.int(adlerOf(runs, image))
  })
  writer.chunk('IEND', () => {})
  return writer.result()
}

/** The colour type by bytes per pixel (PNG specification, 11.2.2). */
const colourTypes = { 1: 3, 3: 2, 4: 6 } as const

function writeHeader(writer: PngWriter, { width, height, depth }: PngImage): void {
  writer.chunk('IHDR', () => {
    writer.int(width)
    writer.int(height)
    writer.bytes([8, colourTypes[depth], 0, 0, 0])
  })
}

function writePalette(writer: PngWriter, { palette, opaque }: PngImage): void {
  if (!palette) return
  writer.chunk('PLTE', () => {
    for (const colour of palette) for (const shift of [16, 8, 0]) writer.byte(colour >>> shift)
  })
  if (opaque) return
  writer.chunk('tRNS', () => {
    for (const colour of palette) writer.byte(colour >>> 24)
  })
}
