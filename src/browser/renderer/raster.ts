/** Pixels become the bytes of a picture file, inside the page. Handed to the page as its own text. */

import type { PngEncoder, PngPixels } from './png/encode.ts'

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
    // A picture painted on the plot canvas is read where it is.
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

  /** Where the pixels of one picture after the other are copied to; those of larger ones are not. */
  let room = new Uint8Array(0)
  const mostSpace = 2 ** 24
  /** Of a frame of video. */
  const longestSide = 2 ** 15 - 1

  /** The pixels as the canvas holds them, copied as they are: a third of the time of `getImageData`. */
  async function heldPixels(canvas: HTMLCanvasElement): Promise<Uint32Array | null> {
    const { width, height } = canvas
    const pixels = width * height
    if (4 * pixels > mostSpace || Math.max(width, height) > longestSide) return null
    if (4 * pixels > room.length) room = new Uint8Array(4 * pixels)
    const frame = new VideoFrame(canvas, { timestamp: 0 })
    try {
      if (frame.format !== 'BGRA') return null
      await frame.copyTo(room)
    } finally {
      frame.close()
    }
    return new Uint32Array(room.buffer, 0, pixels)
  }

  /** With each colour as it is, where what the canvas holds is multiplied by its opacity. */
  function straightPixels(context: CanvasRenderingContext2D): Uint32Array<ArrayBuffer> {
    const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height)
    const words = new Uint32Array(data.buffer)
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!
      words[at] = (word & 0xff00ff00) | ((word & 0xff) << 16) | ((word >>> 16) & 0xff)
    }
    return words
  }

  async function pngOf(context: CanvasRenderingContext2D): Promise<Uint8Array | null> {
    const { width, height } = context.canvas
    const read: ArrayBuffer[] = []
    const pixels: PngPixels = {
      held: await heldPixels(context.canvas),
      straight() {
        const straight = straightPixels(context)
        read.push(straight.buffer)
        return straight
      },
    }
    const png = encodePng(pixels, width, height)
    // Else it waits for a garbage collection, and a few dozen pictures that wait bring a full one about.
    for (const memory of read) memory.transfer(0)
    return png
  }

  return {
    async encode(picture, format, width, height) {
      const context = contextOf(picture, format, width, height)
      const { canvas } = context
      const bytes = (format === 'png' ? await pngOf(context) : null) ?? (await blobOf(canvas, format))
      if (canvas !== picture) canvas.width = 0
      return (bytes as Uint8Array & { toBase64(): string }).toBase64()
    },
  }
}
