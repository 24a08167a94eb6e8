/** Legends whose names are so long that they would take the plot's place. */

import { isLegendPlaced, legendNames, symbolWidth, takesThePlot } from '../../../plotly/legend-names.ts'
import { childrenOf, hasTex, type JsonObject } from '../../json.ts'
import { partOf, sideSpace, type WordContext } from './context.ts'
import { breakLines, longestText } from './lines.ts'
import { type Font, fontOf } from './measure.ts'

/** In pixels, of a plot that has a legend of many rows below it. */
const leastPlot = 340

export function fitLegend(context: WordContext): void {
  const { figure, defaults, space, rightToLeft, widthOf } = context
  const { data, layout } = figure
  if (isLegendPlaced(layout)) return
  const own = partOf(layout, 'legend')
  const names = legendNames(data).filter(name => !hasTex(name))
  if (names.length < 2 && layout.showlegend !== true) return
  const font = fontOf(partOf(defaults, 'font'), partOf(layout, 'font'), partOf(own, 'font'))
  const widths = names.map(name => widthOf(name.slice(0, longestText), font))
  const widest = widths.reduce((most, width) => Math.max(most, width), Number.NEGATIVE_INFINITY)
  if (!takesThePlot(data, names, widest, space.width) && !hasRightAxis(layout)) return
  const beneath = { orientation: 'h', xref: 'container', yref: 'container', y: 0, yanchor: 'bottom' }
  const side = sideSpace / space.width
  const edge = rightToLeft ? { x: 1 - side, xanchor: 'right' } : { x: side, xanchor: 'left' }
  // The library lets it have the half of the figure, and turn from there.
  const maxheight = Math.max(0.5, 1 - leastPlot / space.height)
  layout.legend = { ...beneath, ...edge, maxheight, ...own }
  breakNames(data, font, context)
}

/** The library puts the legend over the labels of an axis at the right. */
const hasRightAxis = (layout: JsonObject): boolean =>
  childrenOf(layout, /^yaxis\d*$/).some(axis => axis.side === 'right' && axis.visible !== false)

function breakNames(data: readonly JsonObject[], font: Font, { space, widthOf }: WordContext): void {
  const width = space.width - 2 * sideSpace - symbolWidth
  for (const trace of data) {
    if (typeof trace.name === 'string') trace.name = breakLines(trace.name, font, width, 3, widthOf)
  }
}
