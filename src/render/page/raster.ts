/** Pixels become the bytes of a picture file, inside the page. Handed to the page as its own text. */

import type { PngEncoder } from './png/encode.ts'

export type RasterFormat = 'png' | 'webp' | 'jpeg'

export interface PageRaster {
  /** The file as base64; `width` and `height` in device pixels, of which a last part is cut off. */
  encode(picture: CanvasImageSource, format: RasterFormat, width: number, height: number): Promise<string>
}

export function pageRaster(encodePng: PngEncoder): PageRaster {
  const types: Record<RasterFormat, string> = { png: 'image/png', webp: 'image/webp', jpeg: 'image/jpeg' }

  // 100 × 2.3 is a hair less than 230.
  const whole = (pixels: number) => Math.max(1, Math.floor(pixels + 1e-6))

  function contextOf(picture: CanvasImageSource, format: RasterFormat, width: number, height: number) {
    // A picture painted on the stage is read where it is.
    if (picture instanceof HTMLCanvasElement && format !== 'jpeg') return picture.getContext('2d')!
    const canvas = document.createElement('canvas')
    canvas.width = whole(width)
    canvas.height = whole(height)
    const context = canvas.getContext('2d', { willReadFrequently: true })!
    if (format === 'jpeg') {
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, width, height)
    }
    if (picture instanceof HTMLCanvasElement) context.drawImage(picture, 0, 0)
    else context.drawImage(picture, 0, 0, width, height)
    return context
  }

  async function blobOf(canvas: HTMLCanvasElement, format: RasterFormat): Promise<Uint8Array> {
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, types[format]))
    if (!blob) throw new Error(`the picture of ${canvas.width}×${canvas.height} could not be encoded`)
    return new Uint8Array(await blob.arrayBuffer())
  }

  function pngOf(context: CanvasRenderingContext2D): Uint8Array | null {
    const { width, height } = context.canvas
    const { data } = context.getImageData(0, 0, width, height)
    try {
      return encodePng(data, width, height)
    } finally {
      // Else it waits for a garbage collection, and a few dozen pictures that wait bring a full one about.
      data.buffer.transfer(0)
    }
  }

  return {
    async encode(picture, format, width, height) {
      const context = contextOf(picture, format, width, height)
      const { canvas } = context
      const bytes = (format === 'png' ? pngOf(context) : null) ?? (await blobOf(canvas, format))
      if (canvas !== picture) canvas.width = 0
      return (bytes as Uint8Array & { toBase64(): string }).toBase64()
    },
  }
}
