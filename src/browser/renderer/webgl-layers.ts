/**
 * Puts images of WebGL canvases into a plot, so that it can be painted as it is.
 *
 * The library draws WebGL at twice the size of the plot, and writes each canvas as a png of that size into the svg file.
 * A browser draws such a png at half its size: each pixel is the mean of four, rounded down. Here the mean is taken
 * first, so that a quarter of the pixels is encoded and decoded. Canvases of large images have the size of the plot.
 */

import { halve, keepSize, readByLibrary } from './encode/halved.ts'
import { maxKept, pixelMemory, swapRedAndBlue } from './encode/pixel-memory.ts'
import { encodePng } from './encode/png/encode.ts'
import type { PlotElement } from './plotly.ts'
import { type Scene, scenesOf } from './settle.ts'

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
  const contexts = canvases
    .filter(canvas => canvas.matches('.gl-canvas-context, .gl-canvas-focus'))
    .flatMap(canvas => canvas.__data__.regl?._gl ?? [])
  const isOurs = canvases.every(canvas => canvas.classList.contains('gl-canvas'))
  const ratio = contexts[0]?.drawingBufferWidth === width ? 1 : 2
  const fits = ({ drawingBufferWidth, drawingBufferHeight }: WebGLRenderingContext) =>
    drawingBufferWidth === ratio * width && drawingBufferHeight === ratio * height
  if (!isOurs || !contexts.every(fits)) return null
  const scenes = scenesOf(plot as PlotElement)
  if (canvases.length === 0 && scenes.length === 0) return () => {}
  // Without WebGL it is only a message.
  if (!scenes.every(({ glplot }) => glplot)) return null
  for (const scene of scenes) useHalvedImage(scene)
  const addresses = contexts.map(gl => addressOf(gl, ratio))
  const layers = plot.querySelector('.glimages')
  const { _basePlotModules: kinds } = (plot as PlotElement)._fullLayout
  for (const { name, toSVG } of kinds) {
    // The library puts the image of each scene where the scene is, and removes the scene.
    if (name === 'gl3d') toSVG?.(plot)
    // It writes the others once for each kind of subplot, one over the other.
    else if (toSVG) layers?.append(...addresses.map(address => imageAt(address, width, height)))
  }
  return () => layers?.replaceChildren()
}

/** Unless its image would not be drawn at half its size, because its place has fractions or its canvas has a limit. */
function useHalvedImage(scene: Scene): void {
  const { container } = scene
  const libraryImage = scene.toImage
  scene.toImage = format => {
    const { gl, redraw } = scene.glplot!
    const canvas = gl.canvas as HTMLCanvasElement
    const [left, top, width, height] = (['left', 'top', 'width', 'height'] as const).map(side =>
      Number.parseFloat(container.style[side]),
    )
    container.append(canvas)
    redraw()
    const isTwice = gl.drawingBufferWidth === 2 * width! && gl.drawingBufferHeight === 2 * height!
    const isExact = isTwice && Number.isInteger(left) && Number.isInteger(top)
    const address = isExact ? addressOf(gl, 2, readByLibrary) : libraryImage.call(scene, format)
    canvas.remove()
    return address
  }
}

function imageAt(address: string, width: number, height: number): SVGImageElement {
  const image = document.createElementNS('http://www.w3.org/2000/svg', 'image')
  image.setAttribute('width', String(width))
  image.setAttribute('height', String(height))
  image.setAttribute('href', address)
  return image
}

/** The size of a canvas, relative to that of the image. */
type Ratio = 1 | 2

/** A png of the image. `valid` as for `halve`. */
function addressOf(gl: WebGLRenderingContext, ratio: Ratio, valid?: (pixel: number) => number): string {
  const [width, height] = [gl.drawingBufferWidth / ratio, gl.drawingBufferHeight / ratio]
  const pixels = imagePixels(gl, ratio, width, height, valid)
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

/** In bands, because the pixels of the canvas may be four times those of its image. */
function imagePixels(
  gl: WebGLRenderingContext,
  ratio: Ratio,
  width: number,
  height: number,
  valid?: (pixel: number) => number,
): Uint32Array<ArrayBuffer> {
  const write = ratio === 2 ? halve : keepSize
  const image = new Uint32Array(width * height)
  const rows = Math.max(1, Math.floor(maxKept / (4 * ratio ** 2 * width)))
  for (let from = 0; from < height; from += rows) {
    const to = Math.min(from + rows, height)
    const pixels = pixelsOf(gl, ratio * (height - to), ratio * (to - from))
    write(pixels, image.subarray(from * width, to * width), width, valid)
  }
  return image
}

/** Row by row from the bottom, as the context holds them: with premultiplied alpha, and red in the lowest bits. */
function pixelsOf(gl: WebGLRenderingContext, from: number, rows: number): Uint32Array {
  const width = gl.drawingBufferWidth
  const bytes = pixelMemory(4 * width * rows)
  // If the context is lost, nothing is read, and these would be of another figure.
  bytes.fill(0)
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  gl.readPixels(0, from, width, rows, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
  return new Uint32Array(bytes.buffer, 0, width * rows)
}
