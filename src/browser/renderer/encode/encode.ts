/** Pixels become the bytes of an image file, inside the page. */

import { pixelsOf } from './pixels.ts'
import { encodePng } from './png/encode.ts'

export type RasterFormat = 'png' | 'webp' | 'jpeg'

const mediaTypes: Readonly<Record<RasterFormat, string>> = {
  png: 'image/png',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
}

/** The file as base64; `width` and `height` in device pixels, of which a fraction is cut off. */
export async function encodeImage(
  source: CanvasImageSource,
  format: RasterFormat,
  width: number,
  height: number,
): Promise<string> {
  const context = contextOf(source, format, width, height)
  const { canvas } = context
  const bytes = (format === 'png' ? await pngOf(context) : null) ?? (await blobOf(canvas, format))
  if (canvas !== source) canvas.width = 0
  // Newer than the declarations.
  return (bytes as Uint8Array & { toBase64(): string }).toBase64()
}

/** 100 × 2.3 is a hair less than 230. */
const whole = (pixels: number) => Math.max(1, Math.floor(pixels + 1e-6))

function contextOf(source: CanvasImageSource, format: RasterFormat, width: number, height: number) {
  // What is painted on a canvas is read where it is.
  if (source instanceof HTMLCanvasElement && format !== 'jpeg') return source.getContext('2d')!
  const canvas = document.createElement('canvas')
  canvas.width = whole(width)
  canvas.height = whole(height)
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  if (format === 'jpeg') {
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

async function blobOf(canvas: HTMLCanvasElement, format: RasterFormat): Promise<Uint8Array> {
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, mediaTypes[format]))
  if (!blob) throw new Error(`the image of ${canvas.width}×${canvas.height} could not be encoded`)
  return new Uint8Array(await blob.arrayBuffer())
}
