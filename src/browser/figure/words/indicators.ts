/** The titles of gauges and numbers. */

import { partOf, type WordContext } from './context.ts'
import { breakLines, widestOf } from './lines.ts'
import { fontOf, numberOr } from './measure.ts'
import { lengthOf, plotOf, rangeOf } from './plot.ts'

/** The library's own for titles, where nobody says a size, in pixels. */
const titleSize = 20
const leastSize = 12
/** Between two titles side by side, in pixels. */
const gap = 8

/** Broken where their part of the figure ends; one of its own in the middle may reach to the figure's edges. */
export function fitIndicators(context: WordContext): void {
  const { figure, defaults, widthOf } = context
  const { data, layout } = figure
  const plot = plotOf(context)
  const columns = numberOr(partOf(layout, 'grid').columns, 1)
  for (const trace of data) {
    const title = partOf(trace, 'title')
    if (trace.type !== 'indicator' || typeof title.text !== 'string') continue
    const domain = partOf(trace, 'domain')
    const share = domain.column === undefined ? lengthOf(rangeOf(domain.x)) : 1 / columns
    const most = share < 1 ? share * plot.width - gap : plot.width + 2 * Math.min(plot.left, plot.right) - gap
    const fonts = [partOf(defaults, 'font'), partOf(layout, 'font'), { size: titleSize }]
    const font = fontOf(...fonts, partOf(title, 'font'))
    const word = widestOf(title.text.split(/\s+/), each => widthOf(each, font))
    // Only where nobody says a size, and down to that of other words.
    if (word > most && partOf(title, 'font').size === undefined) {
      const size = Math.max(leastSize, Math.floor((titleSize * most) / word))
      title.font = { ...partOf(title, 'font'), size }
    }
    title.text = breakLines(title.text, fontOf(...fonts, partOf(title, 'font')), most, 3, widthOf)
  }
}
