/** Fits the names of dimensions, along scatter matrices and of parallel categories. */

import { isLegendPlaced, legendNames, symbolWidth } from '../../../plotly/legend-names.ts'
import { type JsonObject, objectsIn, partOf } from '../../json.ts'
import { baseFonts, type FitContext } from './context.ts'
import { breakLines, longestText, widestLine, widestOf } from './lines.ts'
import { type Font, fontOf } from './measure.ts'
import { plotOf } from './plot.ts'

/** The minimum font size, in pixels. */
const minSize = 10
/** The share of its plot that a name of a matrix may fill. */
const filled = 0.85

/** The library treats them as titles of axes, each of which may be as long as one plot. */
export function fitMatrices(context: FitContext): void {
  const { figure, widthOf } = context
  const plot = plotOf(context)
  for (const trace of figure.data.filter(({ type }) => type === 'splom')) {
    const dimensions = objectsIn(trace.dimensions).filter(({ label }) => typeof label === 'string')
    const width = plot.width - legendWidth(context)
    const max = (filled * Math.min(width, plot.height)) / dimensions.length
    const plain = fontIn({}, context)
    const words = dimensions.flatMap(({ label }) => String(label).slice(0, longestText).split(/\s+/))
    // The library's own rule for titles of axes.
    const usual = Math.round(plain.size * 1.2)
    const word = widestOf(words, each => widthOf(each, { ...plain, size: usual }))
    const size = Math.max(minSize, Math.min(usual, Math.floor((usual * max) / word)))
    for (const dimension of dimensions) {
      dimension.label = breakLines(String(dimension.label), { ...plain, size }, max, 4, widthOf)
    }
    if (size < usual && trace.xaxes === undefined && trace.yaxes === undefined) {
      dimensions.forEach((_, i) => {
        for (const letter of ['x', 'y']) makeTitleSmall(`${letter}axis${i === 0 ? '' : i + 1}`, size, context)
      })
    }
  }
}

/** The width of a legend beside the plot, in pixels. */
function legendWidth(context: FitContext): number {
  const { data, layout } = context.figure
  const names = legendNames(data)
  if (names.length < 2 || layout.showlegend === false || isLegendPlaced(layout)) return 0
  if (partOf(layout, 'legend').orientation === 'h') return 0
  const font = fontIn(partOf(partOf(layout, 'legend'), 'font'), context)
  return symbolWidth + widestOf(names, name => context.widthOf(name.slice(0, longestText), font))
}

function makeTitleSmall(name: string, size: number, { figure: { layout } }: FitContext): void {
  const axis = partOf(layout, name)
  const title = partOf(axis, 'title')
  layout[name] = { ...axis, title: { ...title, font: { size, ...partOf(title, 'font') } } }
}

const fontIn = (own: JsonObject, context: FitContext): Font => fontOf(...baseFonts(context), own)

/** Of the figure's width, for names beside the first and the last column. */
const sideShare = 0.27
/** What the library leaves for these within the plot, in pixels. */
const leftFree = 40
/** Between a name and its column and the figure's edge, in pixels. */
const besideColumn = 6
/** More names are too close to each other for several lines. */
const maxBroken = 40

/** The library writes the names of the first and the last column beside the plot, where its edge cuts them off. */
export function fitParallelCategories(context: FitContext): void {
  const plot = plotOf(context)
  for (const trace of context.figure.data.filter(({ type }) => type === 'parcats')) {
    const dimensions = objectsIn(trace.dimensions).filter(({ visible }) => visible !== false)
    const ordered = dimensions.some(({ displayindex }) => displayindex !== undefined)
    const own = partOf(trace, 'domain')
    const [first, last] = [dimensions[0], dimensions.at(-1)]
    if (!first || !last || ordered || ['x', 'column'].some(key => own[key] !== undefined)) continue
    const [beforeIt, behindIt] = [plot.left + leftFree, plot.right + leftFree]
    const side = Math.max(sideShare * context.space.width, Math.min(beforeIt, behindIt) - 2 * besideColumn)
    const inner = context.space.width - 2 * side
    const between = inner / Math.max(1, dimensions.length - 1) - 4 * besideColumn
    const widths = dimensions.map(dimension => {
      const outside = dimension === first || dimension === last
      return fitNames(trace, dimension, outside ? side : between, context)
    })
    const left = Math.max(0, widths[0]! - beforeIt) / plot.width
    const right = Math.max(0, widths.at(-1)! - behindIt) / plot.width
    if (left + right > 0) trace.domain = { ...own, x: [left, 1 - right] }
  }
}

/** The width that the names of a column need beside it, in pixels. */
function fitNames(trace: JsonObject, dimension: JsonObject, max: number, context: FitContext): number {
  const { widthOf } = context
  const font = fontIn(partOf(trace, 'tickfont'), context)
  const values = Array.isArray(dimension.values) ? [...new Set<unknown>(dimension.values)] : []
  const named = Array.isArray(dimension.ticktext) ? dimension.ticktext : values
  const names = named.slice(0, maxBroken).map(name => String(name).slice(0, longestText))
  const broken = names.map(name => breakLines(name, font, max, 3, widthOf))
  const arranged = ['categoryarray', 'categoryorder', 'ticktext'].some(key => dimension[key] !== undefined)
  const breaks = !arranged && named.length <= maxBroken && broken.some((name, i) => name !== names[i])
  // The library only uses given names together with a given order, so the order of the values is set.
  if (breaks) Object.assign(dimension, { categoryorder: 'array', categoryarray: values, ticktext: broken })
  const widest = widestOf(breaks ? broken : names, name => widestLine(name, line => widthOf(line, font)))
  const label = widthOf(String(dimension.label ?? ''), fontIn(partOf(trace, 'labelfont'), context))
  return Math.min(Math.max(widest + besideColumn, label / 2), max + besideColumn) + besideColumn
}
