/**
 * Breaks texts that the charting library would cut off into lines, puts a legend of long names below the plot, and
 * moves a horizontal colour bar away from the headline. Only where something does not fit, and only for figures in the
 * default style: an author who brings a template, or sets a position, has decided.
 */

import { partOf } from '../../json.ts'
import type { FigureParts, FigureSize } from '../parts.ts'
import { fitAbove } from './above.ts'
import { fitAngles } from './angles.ts'
import { fitAxisTitles, roundTicks } from './axes.ts'
import { fitCategories } from './categories.ts'
import { fitColourBars } from './colour-bars.ts'
import { type FitContext, sideSpace } from './context.ts'
import { fitCorners } from './corners.ts'
import { fitMatrices, fitParallelCategories } from './dimensions.ts'
import { fitHeadline } from './headline.ts'
import { fitIndicators } from './indicators.ts'
import { fitLegend } from './legend.ts'
import { type Measure, widthBy } from './measure.ts'
import { fitNarrowSlices } from './narrow-slices.ts'
import { fitNodes } from './nodes.ts'
import { fitNotes } from './notes.ts'
import { fitParallelCoordinates } from './parallel-coordinates.ts'
import { fitRadii } from './radii.ts'
import { fitSlices } from './slices.ts'
import { fitDates, fitPowers, narrowMargins } from './small.ts'
import { fitSubplotTitles } from './subplot-titles.ts'
import { fitTables } from './tables.ts'

const withoutAxes =
  /^(?:pie|funnelarea|sunburst|treemap|icicle|sankey|parcats|table|(?:choropleth|scatter|density)(?:map|geo)|choropleth)$/

/** Margins are for the labels of axes. Without axes, the marks get the space. */
function leaveNoEmptySides({ data, layout }: FigureParts): void {
  if (data.length === 0 || !data.every(({ type }) => withoutAxes.test(String(type)))) return
  layout.margin = { l: sideSpace, r: sideSpace, b: sideSpace, ...partOf(layout, 'margin') }
}

/**
 * Leaves out of a thumbnail what would take its plot. Also for figures with a template: their author meant it for a
 * larger image.
 */
export function fitThumbnail(figure: FigureParts, space: FigureSize, measure: Measure): void {
  const defaults = partOf(partOf(figure.layout, 'template'), 'layout')
  const context: FitContext = { figure, defaults, space, rightToLeft: false, widthOf: widthBy(measure) }
  narrowMargins(context, fitHeadline(context))
  fitLegend(context)
  fitAxisTitles(context, 0)
}

/** Changes `figure.layout` and long names in `figure.data` in place. Titles must be objects by now. */
export function fitTexts(
  figure: FigureParts,
  space: FigureSize,
  measure: Measure,
  rightToLeft: boolean,
): void {
  const defaults = partOf(partOf(figure.layout, 'template'), 'layout')
  const context: FitContext = { figure, defaults, space, rightToLeft, widthOf: widthBy(measure) }
  const isPlaced = partOf(figure.layout, 'margin').t !== undefined
  const headline = fitHeadline(context)
  fitSubplotTitles(context)
  if (headline > 0 && !isPlaced) fitAbove(context, headline)
  fitColourBars(context, headline)
  leaveNoEmptySides(figure)
  narrowMargins(context, headline)
  roundTicks(figure.layout)
  fitDates(context)
  fitPowers(context)
  const legend = fitLegend(context)
  fitAxisTitles(context, legend + fitCategories(context, legend))
  fitAngles(context)
  fitRadii(context)
  fitSlices(context)
  fitNarrowSlices(context, legend)
  fitIndicators(context)
  fitCorners(context)
  fitMatrices(context)
  fitParallelCategories(context)
  fitParallelCoordinates(context)
  fitTables(context)
  fitNodes(context)
  fitNotes(context)
}
