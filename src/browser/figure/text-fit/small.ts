/** What small figures, such as thumbnails and sparklines, leave out for their plot. */

import { childrenOf, type JsonObject, partOf } from '../../json.ts'
import type { FigureSize } from '../parts.ts'
import { isDates } from './categories.ts'
import type { FitContext } from './context.ts'
import { breakLines, lineCount, lineHeight } from './lines.ts'
import { fontOf } from './measure.ts'
import { lengthOf, plotOf, rangeOf } from './plot.ts'

/** In pixels: figures below these sizes are small, and what their margins are then. */
const lowHeight = 200
const narrowWidth = 240
const edge = 10
/** The minimum size of a plot, in pixels. The library's own is too large for labels beside a small plot. */
const minPlot = 24
/** The size of a title, and the height below which it has a single line, in pixels. */
const titleSize = 13
const oneLineHeight = 160

/** Whether a figure is small in both directions. Its axes have no titles, and its title is small. */
export const isThumbnail = ({ width, height }: FigureSize): boolean =>
  width < narrowWidth && height < lowHeight

/** The usual margins would take most of the figure. The library adds what labels of axes need. */
export function narrowMargins({ figure: { data, layout }, space }: FitContext, headline: number): void {
  // Numbers beside a gauge get no space from the library.
  if (data.some(({ type }) => type === 'indicator')) return
  const own = partOf(layout, 'margin')
  const low = space.height < lowHeight && { b: edge }
  const narrow = space.width < narrowWidth && { l: edge, r: edge }
  if (low) layout.minreducedheight ??= minPlot
  if (narrow) layout.minreducedwidth ??= minPlot
  if (low || narrow) layout.margin = { ...low, ...narrow, ...own, ...(low && headline === 0 && { t: edge }) }
}

/** Makes the title of a thumbnail small, without its subtitle. Returns its height in pixels. */
export function fitSmallHeadline({ figure: { layout }, defaults, space, widthOf }: FitContext): number {
  const { subtitle: _, automargin: __, ...title } = partOf(layout, 'title')
  const size = { size: titleSize, ...partOf(title, 'font') }
  const font = fontOf(
    partOf(defaults, 'font'),
    partOf(layout, 'font'),
    partOf(partOf(defaults, 'title'), 'font'),
    size,
  )
  const lines = space.height < oneLineHeight ? 1 : 2
  const text = breakLines(String(title.text), font, space.width - 2 * edge, lines, widthOf)
  const needed = edge + lineCount(text) * font.size * lineHeight
  // The library puts the first of several lines higher.
  const top = edge + (lineCount(text) > 1 ? 0.7 * font.size : 0)
  layout.title = { ...title, text, font: size, pad: { l: edge, t: top, b: 0, ...partOf(title, 'pad') } }
  layout.margin = { t: Math.ceil(needed + edge), ...partOf(layout, 'margin') }
  return needed
}

/** The width of a figure from which the library's number of dates fits, and that of one date, in pixels. */
const datesFit = 340
const dateWidth = 60

/** On narrow axes, so few dates that they need not be turned, which would take the height of the plot. */
export function fitDates(context: FitContext): void {
  const { figure, space } = context
  if (space.width >= datesFit) return
  const { width } = plotOf(context)
  for (const name of dateAxes(figure.data)) {
    const own = partOf(figure.layout, name)
    if (tickKeys.some(key => own[key] !== undefined)) continue
    const length = width * lengthOf(rangeOf(own.domain))
    const nticks = Math.max(3, Math.floor(length / dateWidth))
    // The first date has a second line, which may reach below the next.
    figure.layout[name] = { ...own, nticks, ...(space.width < narrowWidth && { tickangle: 0 }) }
  }
}

const tickKeys = ['nticks', 'dtick', 'tickvals', 'tickmode', 'tickangle']

/** The length below which a logarithmic axis has its powers of ten alone, in pixels. */
const shortLog = 120

/** By default a short axis of several powers of ten has 2 and 5 between each of them, one over the other. */
export function fitPowers(context: FitContext): void {
  const { layout } = context.figure
  const { width } = plotOf(context)
  for (const axis of childrenOf(layout, 'xaxis')) {
    const short = width * lengthOf(rangeOf(axis.domain)) < shortLog
    if (axis.type === 'log' && short && tickKeys.every(key => axis[key] === undefined)) axis.dtick = 1
  }
}

/** Scenes have axes of their own. */
const inSpace = /3d|surface|volume|cone|streamtube/

/** The horizontal axes with dates. */
function dateAxes(data: readonly JsonObject[]): ReadonlySet<string> {
  const dates = data.filter(
    ({ type, x }) =>
      Array.isArray(x) &&
      !inSpace.test(String(type)) &&
      isDates(x.slice(0, 20).filter(each => typeof each === 'string')),
  )
  return new Set(dates.map(({ xaxis }) => String(xaxis ?? 'x').replace('x', 'xaxis')))
}
