/** Reads the pixels of a canvas. */

import { pixelMemory, swapRedAndBlue } from './pixel-memory.ts'

/** An image's pixels, one word each: alpha in the top bits, then red, green and blue. */
export interface Pixels {
  /** As a canvas stores them, with premultiplied alpha; null if they cannot be read in this form. */
  readonly held: Uint32Array | null
  /** As a png stores them, without premultiplied alpha. */
  straight(): Uint32Array
}

/** In bytes. Larger images are not copied. */
const maxHeld = 2 ** 24
/** The limit of a video frame. */
const longestSide = 2 ** 15 - 1

export async function pixelsOf(context: CanvasRenderingContext2D) {
  const read: ArrayBuffer[] = []
  const pixels: Pixels = {
    held: await heldPixels(context.canvas),
    straight() {
      const straight = straightPixels(context)
      read.push(straight.buffer)
      return straight
    },
  }
  return {
    pixels,
    /** Otherwise the memory stays until a garbage collection, and a few dozen images would cause a full one. */
    release() {
      for (const memory of read) memory.transfer(0)
    },
  }
}

/** Copies them as the canvas stores them, in a third of the time of `getImageData`. */
async function heldPixels(canvas: HTMLCanvasElement): Promise<Uint32Array | null> {
  const { width, height } = canvas
  const pixels = width * height
  if (4 * pixels > maxHeld || Math.max(width, height) > longestSide) return null
  const memory = pixelMemory(4 * pixels)
  const frame = new VideoFrame(canvas, { timestamp: 0 })
  try {
    if (frame.format !== 'BGRA') return null
    await frame.copyTo(memory)
  } finally {
    frame.close()
  }
  return new Uint32Array(memory.buffer, 0, pixels)
}

function straightPixels(context: CanvasRenderingContext2D): Uint32Array<ArrayBuffer> {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height)
  const words = new Uint32Array(data.buffer)
  swapRedAndBlue(words)
  return words
}
