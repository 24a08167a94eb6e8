/** Reads colours, and computes their luminance and contrast. */

/** Red, green, blue and alpha of a CSS colour, each from 0 to 1; null if it is not a colour. */
export type ReadColour = (text: string) => readonly number[] | null

let canvas: CanvasRenderingContext2D | null = null

/** A canvas writes every opaque colour as `#rrggbb`, and the others as `rgba(…)`. */
export const readColourOnCanvas: ReadColour = text => {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas || text.length > 100) return null
  // If the text is not a colour, the previous one stays.
  canvas.fillStyle = '#000'
  canvas.fillStyle = text
  const first = canvas.fillStyle
  canvas.fillStyle = '#fff'
  canvas.fillStyle = text
  return first === canvas.fillStyle ? partsOf(first) : null
}

/** Only for `#rrggbb` and `rgba(…)`, as a canvas writes them: four numbers from 0 to 1; null for anything else. */
export function partsOf(colour: string): readonly number[] | null {
  if (/^#[0-9a-f]{6}$/i.test(colour)) {
    return [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255).concat(1)
  }
  const [red, green, blue, opacity] = colour.match(/[\d.]+/g)?.map(Number) ?? []
  return opacity === undefined ? null : [red! / 255, green! / 255, blue! / 255, opacity]
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export function luminance(colour: readonly number[]): number {
  const [red, green, blue] = colour.map(part =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** The contrast ratio of two luminances, from 1 to 21 (WCAG 2.2). */
export const contrast = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
