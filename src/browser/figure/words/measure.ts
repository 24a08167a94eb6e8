/** How wide words are in the fonts of a figure. */

import type { JsonObject } from '../../json.ts'

/** How wide a text is in a font as CSS names it, in pixels. */
export type Measure = (text: string, font: string) => number

let canvas: CanvasRenderingContext2D | null = null

/** Zero where the browser gives no canvas: then everything fits, and stays where it was put. */
export const measureOnCanvas: Measure = (text, font) => {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  canvas.font = font
  return canvas.measureText(text).width
}

/** Small letters are fitted to the screen's dots; large ones are as wide in the image as in the page. */
const measuredSize = 100

export interface Font {
  readonly size: number
  /** As CSS names it, in the size that is measured. */
  readonly css: string
}

export const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise

/** The font of layouts and titles laid over each other, the last one on top. */
export function fontOf(...fonts: readonly JsonObject[]): Font {
  const { style, weight, size, family } = Object.assign({}, ...fonts) as JsonObject
  return {
    size: numberOr(size, 12),
    css: `${style ?? 'normal'} ${weight ?? 'normal'} ${measuredSize}px ${family}`,
  }
}

/** The width of a text in a font, in pixels. */
export type WidthOf = (text: string, font: Font) => number

/** Tags are not drawn. */
export const widthBy =
  (measure: Measure): WidthOf =>
  (text, { size, css }) =>
    (measure(text.replace(/<[^<>]*>/g, ''), css) * size) / measuredSize
