/** Breaks the names below the axes of parallel coordinates, which would overlap and be cut off. */

import { type JsonObject, objectsIn, partOf } from '../../json.ts'
import type { FitContext } from './context.ts'
import { breakLines, lineCount, lineHeight } from './lines.ts'
import { fontOf, numberOr } from './measure.ts'
import { plotOf } from './plot.ts'

/** In pixels: between names, and the width of a colour bar with its numbers. */
const gap = 6
const colourBar = 90
/** From the end of an axis to the first line of its name, as the library has it. */
const standoff = 28
/** Axes closer to each other than this have no space for words. */
const minWidth = 40

export function fitParallelCoordinates(context: FitContext): void {
  for (const trace of context.figure.data.filter(({ type }) => type === 'parcoords')) {
    if (trace.labelside === undefined && trace.labelangle === undefined) fitNames(trace, context)
  }
}

function fitNames(trace: JsonObject, context: FitContext): void {
  const { figure, defaults, widthOf } = context
  const { layout } = figure
  const plot = plotOf(context)
  const dimensions = objectsIn(trace.dimensions).filter(({ visible }) => visible !== false)
  const { showscale, coloraxis } = partOf(trace, 'line')
  const bar = showscale === true || coloraxis !== undefined ? colourBar : 0
  const between = (plot.width - bar) / Math.max(1, dimensions.length - 1) - gap
  if (between < minWidth) return
  const base = { ...partOf(defaults, 'font'), ...partOf(layout, 'font') }
  // The library's own rule for these names.
  const font = fontOf(
    { ...base, size: Math.round(numberOr(base.size, 12) / 1.2) },
    partOf(trace, 'labelfont'),
  )
  let lines = 1
  for (const dimension of dimensions) {
    if (typeof dimension.label !== 'string') continue
    const side =
      dimension === dimensions[0] ? plot.left : dimension === dimensions.at(-1) ? plot.right + bar : between
    dimension.label = breakLines(dimension.label, font, Math.min(between, 2 * side - gap), 3, widthOf)
    lines = Math.max(lines, lineCount(dimension.label as string))
  }
  const own = partOf(layout, 'margin')
  const needed = Math.ceil(standoff + lines * font.size * lineHeight + gap)
  if (lines > 1 && own.b === undefined && needed > numberOr(partOf(defaults, 'margin').b, 0)) {
    layout.margin = { ...own, b: needed }
  }
}
