/**
 * Where a figure is plotted and turned into pixels.
 *
 * A canvas lays out its children (HTML in canvas), so the library's plot is painted as it is: no copy of it has to be
 * written as svg, parsed and laid out a second time. If this is not possible, the caller uses an svg: in an older
 * browser, for maps, and for a scale other than 1, since text is laid out for scale 1.
 */

import { pageGlobals } from './plotly.ts'
import { showWebglLayers } from './webgl-layers.ts'

const { Plotly: plotly } = pageGlobals

interface LayoutCanvas extends HTMLCanvasElement {
  onpaint: (() => void) | null
  requestPaint(): void
}

interface ElementContext extends CanvasRenderingContext2D {
  drawElementImage(element: Element, x: number, y: number): void
}

export interface PlotCanvas {
  /** The canvas, which may stay in the page between two figures. */
  readonly node: Element
  /** Returns an empty element for a plot. The previous plot is removed. */
  mount(): HTMLElement
  /** The plot's pixels; null if an svg is needed. */
  paint(width: number, height: number): Promise<HTMLCanvasElement | null>
  /** Removes the plot. The memory of the image is reused for the next one. */
  clear(): void
}

/** In pixels. The memory of a larger image is released at once. */
const maxKept = 2 ** 22

export function createPlotCanvas(): PlotCanvas {
  const canvas = document.createElement('canvas') as LayoutCanvas
  const context = canvas.getContext('2d', { willReadFrequently: true }) as ElementContext
  const able = typeof canvas.requestPaint === 'function' && typeof context.drawElementImage === 'function'
  canvas.setAttribute('layoutsubtree', '')
  let element = document.createElement('div')
  dropScreenRules()

  /** Taken out of the page first, as a whole: the browser then need not follow while the library removes its parts. */
  function removePlot(): void {
    canvas.replaceChildren()
    purge(element)
  }

  return {
    node: canvas,

    mount() {
      const isClean = canvas.isConnected && !canvas.hasChildNodes()
      removePlot()
      element = document.createElement('div')
      canvas.append(element)
      // The element in which the library measures text is kept.
      if (!isClean) document.body.replaceChildren(canvas, ...document.querySelectorAll('#js-plotly-tester'))
      return element
    },

    async paint(width, height) {
      const hideLayers = able && showWebglLayers(element, width, height)
      if (!hideLayers) return null
      await Promise.all(Array.from(element.querySelectorAll('image'), image => decoded(image)))
      if (canvas.width !== width) canvas.width = width
      if (canvas.height !== height) canvas.height = height
      context.clearRect(0, 0, width, height)
      await new Promise<void>(resolve => {
        canvas.onpaint = () => resolve()
        canvas.requestPaint()
      })
      context.drawElementImage(element, 0, 0)
      hideLayers()
      return canvas
    },

    clear() {
      removePlot()
      if (canvas.width * canvas.height > maxKept) canvas.width = 0
    },
  }
}

/** A plot that failed half-way may not be removable by the library: then only its element is removed. */
function purge(element: HTMLElement): void {
  try {
    plotly.purge(element)
  } catch {
    element.replaceChildren()
  }
}

/**
 * Removes rules from the library's style sheet that change colours or edges: an svg file does not contain them, so a
 * downloaded image must not show them either.
 */
function dropScreenRules(): void {
  for (const sheet of document.styleSheets) {
    for (let at = sheet.cssRules.length - 1; at >= 0; at--) {
      const rule = sheet.cssRules[at]
      if (rule instanceof CSSStyleRule && /\.crisp|svg a/.test(rule.selectorText)) sheet.deleteRule(at)
    }
  }
}

/** An image that cannot be decoded is left empty, as in an svg. */
const decoded = (image: SVGImageElement) =>
  // The DOM types lack `decode` of svg images.
  (image as unknown as HTMLImageElement).decode().catch(() => {})
