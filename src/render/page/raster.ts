/** Pixels become the bytes of a picture file, inside the page. Handed to the page as its own text. */

import type { PngEncoder } from './png/encode.ts'

export type RasterFormat = 'png' | 'webp' | 'jpeg'

export interface PageRaster {
  /** The file as base64; `width` and `height` in device pixels. */
  encode(picture: CanvasImageSource, format: RasterFormat, width: number, height: number): Promise<string>
}

export function pageRaster(encodePng: PngEncoder): PageRaster {
  const types: Record<RasterFormat, string> = { png: 'image/png', webp: 'image/webp', jpeg: 'image/jpeg' }

  function contextOf(picture: CanvasImageSource, format: RasterFormat, width: number, height: number) {
    // A picture painted on the stage is read where it is.
    if (picture instanceof HTMLCanvasElement && format !== 'jpeg') return picture.getContext('2d')!
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d', { willReadFrequently: true })!
    if (format === 'jpeg') {
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, width, height)
    }
    context.drawImage(picture, 0, 0, width, height)
    return context
  }

  async function blobOf(canvas: HTMLCanvasElement, format: RasterFormat): Promise<Uint8Array> {
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, types[format]))
    if (!blob) throw new Error(`the picture of ${canvas.width}×${canvas.height} could not be encoded`)
    return new Uint8Array(await blob.arrayBuffer())
  }

  return {
    async encode(picture, format, width, height) {
      const context = contextOf(picture, format, width, height)
      const own =
        format === 'png' ? encodePng(context.getImageData(0, 0, width, height).data, width, height) : null
      const bytes = own ?? (await blobOf(context.canvas, format))
      return (bytes as Uint8Array & { toBase64(): string }).toBase64()
    },
  }
}
