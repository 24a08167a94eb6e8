/** Encodes pixels as the bytes of an image file, inside the page. */

import { pixelsOf } from './pixels.ts'
import { encodePng } from './png/encode.ts'

interface Encoder {
  /** Whether the image is drawn on white, because the format has no transparency. */
  readonly opaque?: boolean
  encode(context: CanvasRenderingContext2D, format: string): Promise<Uint8Array>
}

/**
 * One row for each raster format of `src/domain/image/formats.ts`. If one is missing, `src/rendering/page` does not
 * compile.
 */
const encoders = {
  png: { encode: async (context, format) => (await pngOf(context)) ?? encodedByBrowser(context, format) },
  webp: { encode: encodedByBrowser },
  jpeg: { encode: encodedByBrowser, opaque: true },
} as const satisfies Record<string, Encoder>

export type RasterFormat = keyof typeof encoders

export const isRaster = (format: string): format is RasterFormat => Object.hasOwn(encoders, format)

/** The file as base64. `width` and `height` are in device pixels, rounded down. */
export async function encodeImage(
  source: CanvasImageSource,
  format: RasterFormat,
  width: number,
  height: number,
): Promise<string> {
  const { opaque = false, encode }: Encoder = encoders[format]
  const context = contextOf(source, opaque, width, height)
  const { canvas } = context
  const bytes = await encode(context, format)
  if (canvas !== source) canvas.width = 0
  // Newer than the DOM types.
  return (bytes as Uint8Array & { toBase64(): string }).toBase64()
}

/** 100 × 2.3 is slightly less than 230. */
const whole = (pixels: number) => Math.max(1, Math.floor(pixels + 1e-6))

function contextOf(source: CanvasImageSource, opaque: boolean, width: number, height: number) {
  // The pixels of a canvas are read where they are.
  if (source instanceof HTMLCanvasElement && !opaque) return source.getContext('2d')!
  const canvas = document.createElement('canvas')
  canvas.width = whole(width)
  canvas.height = whole(height)
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  if (opaque) {
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, width, height)
  }
  if (source instanceof HTMLCanvasElement) context.drawImage(source, 0, 0)
  else context.drawImage(source, 0, 0, width, height)
  return context
}

async function pngOf(context: CanvasRenderingContext2D): Promise<Uint8Array | null> {
  const { width, height } = context.canvas
  const { pixels, release } = await pixelsOf(context)
  const png = encodePng(pixels, width, height)
  release()
  return png
}

/** Rejects if the canvas is too large, or the browser has no such encoder, in which case it would return a png. */
async function encodedByBrowser({ canvas }: CanvasRenderingContext2D, format: string): Promise<Uint8Array> {
  const type = `image/${format}`
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type))
  if (blob?.type !== type) throw new Error(`${canvas.width}×${canvas.height} could not be encoded as ${type}`)
  return new Uint8Array(await blob.arrayBuffer())
}
