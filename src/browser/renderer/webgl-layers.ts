/**
 * Puts images of WebGL canvases into a plot, so that it can be painted as it is.
 *
 * The library draws WebGL at twice the size of the plot, and writes each canvas as a png of that size into the svg file.
 * A browser draws such a png at half its size: each pixel is the mean of four, rounded down. Here the mean is taken
 * first, so that a quarter of the pixels is encoded and decoded.
 */

import { halved } from './encode/halved.ts'
import { pixelMemory, swapRedAndBlue } from './encode/pixel-memory.ts'
import { encodePng } from './encode/png/encode.ts'
import type { PlotElement } from './plotly.ts'

/** A canvas of the library, to which it attaches the context in which it has drawn. */
interface WebglLayer extends HTMLCanvasElement {
  readonly __data__: { readonly regl?: { readonly _gl: WebGLRenderingContext } }
}

/**
 * Puts an image of each canvas where the plot's svg file has it. Returns a function that removes them, or null if the plot
 * has canvases of another kind.
 */
export function showWebglLayers(plot: HTMLElement, width: number, height: number): (() => void) | null {
  const canvases = [...plot.querySelectorAll<WebglLayer>('canvas')]
  if (canvases.length === 0) return () => {}
  const contexts = canvases
    .filter(canvas => canvas.matches('.gl-canvas-context, .gl-canvas-focus'))
    .flatMap(canvas => canvas.__data__.regl?._gl ?? [])
  const isOurs = canvases.every(canvas => canvas.classList.contains('gl-canvas'))
  const isTwice = ({ drawingBufferWidth, drawingBufferHeight }: WebGLRenderingContext) =>
    drawingBufferWidth === 2 * width && drawingBufferHeight === 2 * height
  if (!isOurs || !contexts.every(isTwice)) return null
  const addresses = contexts.map(addressOf)
  // The library writes them once for each kind of subplot, one over the other.
  const { _basePlotModules: kinds } = (plot as PlotElement)._fullLayout
  const images = kinds
    .filter(({ toSVG }) => toSVG)
    .flatMap(() => addresses.map(address => imageAt(address, width, height)))
  plot.querySelector('.glimages')?.append(...images)
  return () => {
    for (const image of images) image.remove()
  }
}

function imageAt(address: string, width: number, height: number): SVGImageElement {
  const image = document.createElementNS('http://www.w3.org/2000/svg', 'image')
  image.setAttribute('width', String(width))
  image.setAttribute('height', String(height))
  image.setAttribute('href', address)
  return image
}

/** A png of half the size of the context. */
function addressOf(gl: WebGLRenderingContext): string {
  const [width, height] = [gl.drawingBufferWidth / 2, gl.drawingBufferHeight / 2]
  const pixels = halved(pixelsOf(gl), width, height)
  const png = encodePng({ held: null, straight: () => pixels }, width, height)
  // Newer than the DOM types.
  const base64 = (png as (Uint8Array & { toBase64(): string }) | null)?.toBase64()
  const address = base64 ? `data:image/png;base64,${base64}` : encodedByBrowser(pixels, width, height)
  // Otherwise the memory stays until a garbage collection.
  pixels.buffer.transfer(0)
  return address
}

function encodedByBrowser(pixels: Uint32Array<ArrayBuffer>, width: number, height: number): string {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  swapRedAndBlue(pixels)
  const image = new ImageData(new Uint8ClampedArray(pixels.buffer), width, height)
  canvas.getContext('2d', { willReadFrequently: true })!.putImageData(image, 0, 0)
  return canvas.toDataURL()
}

/** Row by row from the bottom, as the context holds them: with premultiplied alpha, and red in the lowest bits. */
function pixelsOf(gl: WebGLRenderingContext): Uint32Array {
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl
  const bytes = pixelMemory(4 * width * height)
  // If the context is lost, nothing is read, and these would be of another figure.
  bytes.fill(0)
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
  return new Uint32Array(bytes.buffer, 0, width * height)
}
