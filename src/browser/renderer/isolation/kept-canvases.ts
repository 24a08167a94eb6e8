/**
 * Keeps canvases of WebGL from one figure for the next. A new context costs more than most figures do in it: its buffers
 * are new memory, and every shader is compiled for it alone.
 */

import { resetView, type WebglContext, watchContext } from './webgl-reset.ts'

/** What a canvas is used for decides which kind of context it has, with which attributes. */
type Purpose = 'plot' | 'map'

interface KeptCanvas {
  readonly canvas: HTMLCanvasElement
  readonly purpose: Purpose
  /** Null until it was asked for. */
  context: WebglContext | null
  /** Makes the context as new. */
  reset: () => void
}

/** For each purpose. A figure may have more, which it takes with it. */
const maxKept = 4
/**
 * Of all kept canvases together. The buffers of a canvas take some twenty bytes a pixel, for colours of four samples, and those
 * of maps forty, as they have depths.
 */
const maxKeptPixels = 2 ** 21

export interface KeptCanvases {
  /** To be called with the context of each canvas of the page. */
  noteContext(context: WebglContext): void
  /**
   * To be called when the figure has been removed, with the canvases that no code is at work on any more. Returns the
   * contexts that are kept for the next figure.
   */
  takeBack(canvases: readonly HTMLCanvasElement[]): ReadonlySet<WebglContext>
  /** Frees the buffers. */
  shrink(): void
}

/** The charting library takes canvases by a function of the window (`plotly/edits/webgl-edits.ts`). */
export function keepCanvases(): KeptCanvases {
  let free: KeptCanvas[] = []
  let taken: KeptCanvas[] = []

  function take(purpose: Purpose, width = 0, height = 0): HTMLCanvasElement {
    // Its buffers would not be kept. The browser also limits those of a context that it resizes to 33 million pixels, so that the
    // plot would lie beside its axes.
    if (width * height > maxKeptPixels)
      return Object.assign(document.createElement('canvas'), { width, height })
    const kept = free.findLast(each => each.purpose === purpose && isWhole(each)) ?? newCanvas(purpose)
    free = free.filter(each => each !== kept)
    if (taken.filter(each => each.purpose === purpose).length < maxKept) taken.push(kept)
    if (width > 0) resize(kept, width, height)
    return kept.canvas
  }
  Object.assign(globalThis, { plotgateCanvas: take })

  return {
    noteContext(context) {
      const kept = taken.find(({ canvas }) => canvas === context.canvas)
      if (!kept) return
      // Maps discard their context with them.
      const getExtension = context.getExtension.bind(context)
      context.getExtension = (name: string) => (name === 'WEBGL_lose_context' ? null : getExtension(name))
      Object.assign(kept, { context, reset: watchContext(context) })
    },

    takeBack(canvases) {
      const back = taken.filter(({ canvas, context }) => context && canvases.includes(canvas))
      taken = []
      for (const { reset, canvas } of back) {
        reset()
        empty(canvas)
      }
      free = [...free, ...back].filter(isWhole)
      let pixels = 0
      for (const kept of free.toReversed()) {
        pixels += kept.canvas.width * kept.canvas.height
        if (pixels > maxKeptPixels) resize(kept, 1, 1)
      }
      return new Set(free.flatMap(({ context }) => context ?? []))
    },

    shrink() {
      for (const kept of free) resize(kept, 1, 1)
    },
  }
}

function newCanvas(purpose: Purpose): KeptCanvas {
  const canvas = document.createElement('canvas')
  empty(canvas)
  return { canvas, purpose, context: null, reset() {} }
}

const isWhole = ({ context }: KeptCanvas) => !context?.isContextLost()

/** Without what a figure has set on it. */
function empty(canvas: HTMLCanvasElement): void {
  canvas.remove()
  for (const name of canvas.getAttributeNames()) {
    if (name !== 'width' && name !== 'height') canvas.removeAttribute(name)
  }
  for (const name of Object.keys(canvas)) Reflect.deleteProperty(canvas, name)
  // An image has no pointer, and the listeners of a figure would keep it in memory as long as the canvas.
  canvas.addEventListener = () => {}
}

/** In one step: each size has buffers of its own. */
function resize({ canvas, context }: KeptCanvas, width: number, height: number): void {
  if (canvas.width === width && canvas.height === height) return
  canvas.height = 1
  canvas.width = width
  canvas.height = height
  if (context) resetView(context)
}
