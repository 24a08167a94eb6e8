/** Parts of the default style that depend on the data of a figure, so that a template cannot set them. */

import { partOf } from '../../json.ts'
import type { FigureParts } from '../parts.ts'
import type { ReadColour } from './colours.ts'
import { thinMarkers } from './density.ts'
import { setStyleHooks } from './hooks.ts'
import { outlineScaledMarks, settleScale } from './scales.ts'
import { markRepeatedSeries } from './series.ts'
import { settleTextOnBackgrounds } from './text-on-backgrounds.ts'

/** Changes the traces in place. What their author set stays. */
export function settleStyle(figure: FigureParts, read: ReadColour): void {
  const { data, layout } = figure
  const defaults = partOf(partOf(layout, 'template'), 'layout')
  const own = layout.colorway ?? defaults.colorway
  const colours = Array.isArray(own) ? own : []
  if (colours.length > 0) markRepeatedSeries(data, colours.length)
  for (const trace of data) {
    settleScale(trace, defaults)
    outlineScaledMarks(trace, defaults)
    thinMarkers(trace)
  }
  settleTextOnBackgrounds(figure, defaults, read)
  setStyleHooks(layout, defaults, read)
}
