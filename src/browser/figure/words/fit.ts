/**
 * Words that the charting library would cut off are broken into lines, and a legend of long names goes below the
 * plot instead of taking its place; a horizontal colour bar leaves the headline its own. Only where something would
 * not fit, and for figures in the default style: whoever brings a template, or says where a thing stands, has decided.
 */

import type { FigureParts, FigureSize } from '../parts.ts'
import { fitAxisTitles } from './axes.ts'
import { fitColourBars } from './colour-bars.ts'
import { partOf, type WordContext } from './context.ts'
import { fitHeadline } from './headline.ts'
import { fitLegend } from './legend.ts'
import { type Measure, widthBy } from './measure.ts'
import { fitNotes } from './notes.ts'

/** Changes `figure.layout` and long names in `figure.data` in place; titles are objects by now. */
export function fitWords(figure: FigureParts, space: FigureSize, measure: Measure): void {
  const defaults = partOf(partOf(figure.layout, 'template'), 'layout')
  const context: WordContext = { figure, defaults, space, widthOf: widthBy(measure) }
  fitColourBars(context, fitHeadline(context))
  fitAxisTitles(context)
  fitLegend(context)
  fitNotes(context)
}
