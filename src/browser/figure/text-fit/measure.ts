/** Measures the width of texts in the fonts of a figure. */

import type { JsonObject } from '../../json.ts'

/** The width in pixels of a text in a font, given as in CSS. */
export type Measure = (text: string, font: string) => number

let canvas: CanvasRenderingContext2D | null = null

/** Zero if the browser provides no canvas: then everything fits, and stays where it was. */
export const measureOnCanvas: Measure = (text, font) => {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  canvas.font = font
  return canvas.measureText(text).width
}

/** Small letters are fitted to the pixels of the screen; large ones are as wide in the image as in the page. */
const measuredSize = 100

export interface Font {
  readonly size: number
  /** As in CSS, in the size in which it is measured. */
  readonly css: string
}

/** The value if it is a finite number, else `otherwise`. */
export const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise

/** The font that results from these, of which later ones override earlier ones. */
export function fontOf(...fonts: readonly JsonObject[]): Font {
  const { style, weight, size, family } = Object.assign({}, ...fonts) as JsonObject
  return {
    size: numberOr(size, 12),
    css: `${style ?? 'normal'} ${weight ?? 'normal'} ${measuredSize}px ${family}`,
  }
}

/** The width of a text in a font, in pixels. */
export type WidthOf = (text: string, font: Font) => number

/** The size of letters in `<sup>` and `<sub>` in the library, as a share of those around them. */
const smallShare = 0.7

/** Tags are not drawn, so they are removed. */
export const widthBy =
  (measure: Measure): WidthOf =>
  (text, { size, css }) =>
    piecesOf(text).reduce((sum, { letters, share }) => sum + share * measure(letters, css), 0) *
    (size / measuredSize)

/** The letters of a text without its tags, with their size as a share of the font's. */
function piecesOf(text: string): readonly { readonly letters: string; readonly share: number }[] {
  if (!/<su[bp]>/i.test(text)) return [{ letters: text.replace(/<[^<>]*>/g, ''), share: 1 }]
  let depth = 0
  return text.split(/(<\/?su[bp]>)/i).flatMap(piece => {
    const tag = /^<(\/?)su[bp]>$/i.exec(piece)
    if (tag) depth = Math.max(0, depth + (tag[1] ? -1 : 1))
    return tag ? [] : [{ letters: piece.replace(/<[^<>]*>/g, ''), share: smallShare ** depth }]
  })
}
