/** Margins of images that are requested smaller than their author meant them: without this, they leave no plot. */

import { type JsonObject, partOf } from '../json.ts'
import type { FigureSize } from './parts.ts'
import { numberOr } from './text-fit/measure.ts'

/** The charting library's own margins, in pixels. */
const libraryMargins = { l: 80, r: 80, t: 100, b: 80 }
/** A plot that would be smaller gets half of the image, in pixels. */
const minPlot = 24

/** Scales the margins of the layout itself with the image. That above follows the title. */
export function scaleMargins(layout: JsonObject, own: FigureSize, space: FigureSize): void {
  const { t: _, ...margin } = partOf(layout, 'margin')
  const across = Math.min(1, space.width / own.width)
  const along = Math.min(1, space.height / own.height)
  const scaled = { l: across, r: across, b: along }
  for (const [side, factor] of Object.entries(scaled)) {
    if (margin[side] !== undefined) margin[side] = Math.round(numberOr(margin[side], 0) * factor)
  }
  layout.margin = margin
}

/** Shrinks margins that take the whole width or height of an image. */
export function keepPlot(layout: JsonObject, space: FigureSize): void {
  const defaults = partOf(partOf(partOf(layout, 'template'), 'layout'), 'margin')
  const own = partOf(layout, 'margin')
  const margin: Record<string, unknown> = { ...libraryMargins, ...defaults, ...own }
  for (const [from, to, length] of [
    ['l', 'r', space.width],
    ['t', 'b', space.height],
  ] as const) {
    const [before, after] = [numberOr(margin[from], 0), numberOr(margin[to], 0)]
    const taken = before + after
    if (taken <= length - minPlot) continue
    const kept = (length / 2) * (before / taken)
    layout.margin = {
      ...partOf(layout, 'margin'),
      [from]: Math.floor(kept),
      [to]: Math.floor(length / 2 - kept),
    }
  }
}
