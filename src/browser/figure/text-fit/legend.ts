/** Moves legends with names so long that they would take the space of the plot. */

import {
  isLegendPlaced,
  isRound,
  legendNames,
  maxPhoneWidth,
  symbolWidth,
  takesPlotSpace,
} from '../../../plotly/legend-names.ts'
import { hasTex } from '../../../plotly/tex.ts'
import { childrenOf, type JsonObject, partOf } from '../../json.ts'
import { baseFonts, type FitContext, sideSpace } from './context.ts'
import { breakLines, lineCount, lineHeight, longestText } from './lines.ts'
import { type Font, fontOf, numberOr } from './measure.ts'
import { lengthOf, plotOf, rangeOf } from './plot.ts'
import { breakLabels, putNumbersInside } from './slices.ts'
import { isThumbnail } from './small.ts'

/** The minimum height of a plot above a legend with many rows, in pixels. */
const minPlot = 340
/**
 * The minimum height of a plot beside its legend and the labels of its axes; without any, the library draws nothing.
 */
const minHeight = 40
/** A figure that leaves less than this for a legend goes without one. */
const minLegend = 30

/** Returns the height of the legend below the plot, in pixels; 0 if it is elsewhere. */
export function fitLegend(context: FitContext): number {
  const { figure, space, rightToLeft, widthOf } = context
  const { data, layout } = figure
  if (isLegendPlaced(layout)) return 0
  if (isThumbnail(space)) return leaveOut(context)
  const own = partOf(layout, 'legend')
  const names = legendNames(data).filter(name => !hasTex(name))
  if (names.length < 2 && layout.showlegend !== true) return 0
  const font = fontOf(...baseFonts(context), partOf(own, 'font'))
  const widths = names.map(name => widthOf(name.slice(0, longestText), font))
  const widest = widths.reduce((max, width) => Math.max(max, width), Number.NEGATIVE_INFINITY)
  const free = plotOf(context).height - minHeight
  // The library lets it take half of the figure, and makes it scroll from there.
  const max = Math.min(Math.max(space.height / 2, space.height - minPlot), free)
  const high = heightOf(names, widest, font, space.width)
  // In an image nobody can scroll a legend beside the plot.
  const tooLong = names.length * rowOf(font) > free + minHeight && high <= max
  const beside = !tooLong && !takesPlotSpace(data, names, widest, space.width)
  const narrow = hasSeveralCircles(data) || hasNarrowColumns(layout, space.width)
  if (beside && !hasRightAxis(layout) && !narrow) return 0
  const beneath = { orientation: 'h', xref: 'container', yref: 'container', y: 0, yanchor: 'bottom' }
  const side = sideSpace / space.width
  const edge = rightToLeft ? { x: 1 - side, xanchor: 'right' } : { x: side, xanchor: 'left' }
  if (free < minLegend) return leaveOut(context)
  layout.legend = { ...beneath, ...edge, maxheight: max / space.height, ...own }
  if (high > max && data.every(isRound)) return fitDenseLegend(context, own)
  breakNames(font, context)
  // Labels of axes take what they need of the plot, and the library subtracts the legend only after that.
  const needed = Math.min(max, high)
  layout.minreducedheight = Math.max(numberOr(layout.minreducedheight, 64), needed + minHeight)
  return needed
}

/** The legend of a figure without space for one. */
function leaveOut({ figure: { data, layout } }: FitContext): number {
  layout.showlegend ??= false
  if (data.every(isRound)) putNumbersInside(unplaced(data), layout)
  return 0
}

/** In pixels: of names in two columns, before each of them, and what such a name needs. */
const denseSize = 9
const denseSymbol = 48
const minName = 60
/** The largest share of the figure's height for them. */
const denseShare = 0.6

/**
 * Names of small pies, none of which may be cut off: in two columns of small letters, or none where even these do not
 * fit. The pie itself keeps what remains, so its numbers are inside. Returns the height of the names.
 */
function fitDenseLegend(context: FitContext, own: JsonObject): number {
  const { figure, space } = context
  const { data, layout } = figure
  putNumbersInside(unplaced(data), layout)
  const size = { size: denseSize, ...partOf(own, 'font') }
  const font = fontOf(...baseFonts(context), size)
  const width = space.width / 2 - sideSpace - denseSymbol
  if (width >= minName) breakLabels(layout, data, font, width, context)
  const lines = legendNames(data).map(lineCount)
  const rows = Array.from({ length: Math.ceil(lines.length / 2) }, (_, row) =>
    Math.max(...lines.slice(2 * row, 2 * row + 2)),
  )
  const high = rows.reduce((sum, count) => sum + count * font.size * lineHeight + 4, 0)
  const max = denseShare * space.height
  layout.legend = { ...partOf(layout, 'legend'), maxheight: denseShare, ...own, font: size }
  if (width >= minName && high <= max) return high
  return leaveOut(context)
}

const unplaced = (pies: readonly JsonObject[]): JsonObject[] =>
  pies.filter(({ textposition }) => textposition === undefined)

/** The height of a name of one line, in pixels, as the library spaces them. */
const rowOf = ({ size }: Font): number => size * lineHeight + 3.4

/** The approximate height of a legend below the plot, in pixels. */
function heightOf(names: readonly string[], widest: number, { size }: Font, width: number): number {
  const line = width - 2 * sideSpace
  const columns = Math.max(1, Math.floor(line / (widest + symbolWidth)))
  const lines = Math.min(3, Math.ceil(widest / Math.max(1, line - symbolWidth)))
  return Math.ceil(names.length / columns) * (lines * size * lineHeight + 4) + 20
}

/** The library puts the legend over the labels of an axis at the right. */
const hasRightAxis = (layout: JsonObject): boolean =>
  childrenOf(layout, 'yaxis').some(axis => axis.side === 'right' && axis.visible !== false)

/** Adjacent radar charts need the whole width for their names. */
const hasSeveralCircles = (data: readonly JsonObject[]): boolean =>
  new Set(data.filter(({ type }) => /polar/.test(String(type))).map(({ subplot }) => subplot)).size > 1

/** On a phone, plots in three columns need the whole width. */
const hasNarrowColumns = (layout: JsonObject, width: number): boolean =>
  width < maxPhoneWidth &&
  childrenOf(layout, 'xaxis').some(({ domain }) => Array.isArray(domain) && lengthOf(rangeOf(domain)) < 0.34)

function breakNames(font: Font, context: FitContext): void {
  const { figure, space, widthOf } = context
  const { data, layout } = figure
  const width = space.width - 2 * sideSpace - symbolWidth
  for (const trace of data) {
    if (typeof trace.name === 'string') trace.name = breakLines(trace.name, font, width, 3, widthOf)
  }
  breakLabels(layout, data.filter(isRound), font, width, context)
}
