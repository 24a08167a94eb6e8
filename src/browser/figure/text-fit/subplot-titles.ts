/** Fits the titles of subplots beside each other, which are notes above them in figures from Python. */

import { isLegendPlaced, legendNames, maxPhoneWidth, symbolWidth } from '../../../plotly/legend-names.ts'
import { type JsonObject, objectsIn, partOf } from '../../json.ts'
import { baseFonts, type FitContext } from './context.ts'
import { breakLines, widestLine, widestOf } from './lines.ts'
import { fontOf } from './measure.ts'
import { plotOf } from './plot.ts'

/** Between adjacent titles, in pixels. */
const gap = 8
/** The size below which letters are hard to read, in pixels. */
const minSize = 9

/** Titles of a row that would meet get smaller letters, all the same, and then lines. */
export function fitSubplotTitles(context: FitContext): void {
  const { figure, widthOf } = context
  const width = plotOf(context).width - legendBeside(context)
  for (const titles of rowsOf(figure.layout.annotations)) {
    const rooms = titles.map(({ x }, i) => {
      const away = titles.filter((_, j) => j !== i).map(other => Math.abs(Number(other.x) - Number(x)))
      return Math.min(...away) * width - gap
    })
    const shares = titles.map((title, i) => {
      const font = fontOf(...baseFonts(context), partOf(title, 'font'))
      const widest = widestLine(String(title.text), line => widthOf(line, font))
      return { font, share: rooms[i]! / widest }
    })
    const least = Math.min(...shares.map(({ share }) => share))
    if (!(least > 0 && least < 1)) continue
    titles.forEach((title, i) => {
      const { font } = shares[i]!
      const size = Math.min(font.size, Math.max(minSize, Math.floor(font.size * least)))
      title.font = { ...partOf(title, 'font'), size }
      title.text = breakLines(String(title.text), { ...font, size }, rooms[i]!, 3, widthOf)
    })
  }
}

/** What a legend beside the plot takes of its width, in pixels. */
function legendBeside(context: FitContext): number {
  const { figure, space, widthOf } = context
  const { data, layout } = figure
  const own = partOf(layout, 'legend')
  const names = legendNames(data)
  if (layout.showlegend === false || names.length < 2) return 0
  if (own.x !== undefined || own.orientation === 'h') return 0
  // On a phone, plots in columns have their legend below them.
  if (space.width < maxPhoneWidth && !isLegendPlaced(layout)) return 0
  const font = fontOf(...baseFonts(context), partOf(own, 'font'))
  const width = widestOf(names, name => widthOf(name, font)) + symbolWidth
  return Math.max(0, width - plotOf(context).right)
}

/** The notes that are as high as others, centred above something. */
function rowsOf(annotations: unknown): JsonObject[][] {
  const rows = new Map<number, JsonObject[]>()
  for (const note of objectsIn(annotations)) {
    const { text, x, y, xref, yref, showarrow, visible, xanchor, yanchor, textangle, width } = note
    if (typeof text !== 'string' || typeof x !== 'number' || typeof y !== 'number') continue
    if (showarrow !== false || visible === false || textangle || width !== undefined) continue
    if (xref !== 'paper' || yref !== 'paper' || xanchor !== 'center' || yanchor !== 'bottom') continue
    const row = Math.round(y * 1000)
    rows.set(row, [...(rows.get(row) ?? []), note])
  }
  return [...rows.values()].filter(row => row.length > 1)
}
