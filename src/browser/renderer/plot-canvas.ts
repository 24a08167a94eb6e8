/**
 * Where a figure is plotted and turned into pixels.
 *
 * A canvas lays its children out (HTML in canvas), so the plot the library made is painted as it stands: no
 * copy of it is written as svg, parsed and laid out a second time. Where that cannot serve, the caller falls back
 * to an svg: an older browser, a plot with canvases of its own, a scale (text is laid out for scale 1).
 */

import { pageGlobals } from './plotly.ts'

const { Plotly: plotly } = pageGlobals

interface LayoutCanvas extends HTMLCanvasElement {
  onpaint: (() => void) | null
  requestPaint(): void
}

interface ElementContext extends CanvasRenderingContext2D {
  drawElementImage(element: Element, x: number, y: number): void
}

export interface PlotCanvas {
  /** An empty element to plot in; the plot that was there before is gone. */
  mount(): HTMLElement
  /** The plot's pixels; null where only an svg serves. */
  paint(width: number, height: number): Promise<HTMLCanvasElement | null>
  /** Takes the plot away; the image's memory serves the next. */
  clear(): void
}

/** In pixels. A larger image's memory is freed at once. */
const mostKept = 2 ** 22

export function createPlotCanvas(): PlotCanvas {
  const canvas = document.createElement('canvas') as LayoutCanvas
  const context = canvas.getContext('2d', { willReadFrequently: true }) as ElementContext
  const able = typeof canvas.requestPaint === 'function' && typeof context.drawElementImage === 'function'
  canvas.setAttribute('layoutsubtree', '')
  let element = document.createElement('div')
  dropScreenRules()

  return {
    mount() {
      purge(element)
      element = document.createElement('div')
      canvas.replaceChildren(element)
      canvas.style.display = ''
      // What the library measures text with may stay.
      document.body.replaceChildren(canvas, ...document.querySelectorAll('#js-plotly-tester'))
      return element
    },

    async paint(width, height) {
      if (!able || element.querySelector('canvas')) return null
      await Promise.all(Array.from(element.querySelectorAll('image'), image => decoded(image)))
      if (canvas.width !== width) canvas.width = width
      if (canvas.height !== height) canvas.height = height
      context.clearRect(0, 0, width, height)
      await new Promise<void>(resolve => {
        canvas.onpaint = () => resolve()
        canvas.requestPaint()
      })
      context.drawElementImage(element, 0, 0)
      return canvas
    },

    clear() {
      purge(element)
      canvas.replaceChildren()
      // Else the browser would show the image on a screen that nobody sees.
      canvas.style.display = 'none'
      if (canvas.width * canvas.height > mostKept) canvas.width = 0
    },
  }
}

/** A plot that failed half-way may not be taken apart: then its element alone goes, and the failure is told. */
function purge(element: HTMLElement): void {
  try {
    plotly.purge(element)
  } catch {
    element.replaceChildren()
  }
}

/**
 * Takes rules out of the library's own sheet that change colours or edges: an svg file does not carry them, so the
 * image a user downloads has them not either.
 */
function dropScreenRules(): void {
  for (const sheet of document.styleSheets) {
    for (let at = sheet.cssRules.length - 1; at >= 0; at--) {
      const rule = sheet.cssRules[at]
      if (rule instanceof CSSStyleRule && /\.crisp|svg a/.test(rule.selectorText)) sheet.deleteRule(at)
    }
  }
}

/** An image that cannot be decoded is drawn as nothing, as in an svg. */
const decoded = (image: SVGImageElement) =>
  // The DOM's declarations lack `decode` of svg images.
  (image as unknown as HTMLImageElement).decode().catch(() => {})
