/** Fits the titles of gauges and numbers, and the size of numbers below titles. */

import { type JsonObject, partOf } from '../../json.ts'
import { baseFonts, type FitContext } from './context.ts'
import { breakLines, lineCount, lineHeight, widestOf } from './lines.ts'
import { type Font, fontOf, numberOr } from './measure.ts'
import { lengthOf, plotOf, rangeOf } from './plot.ts'

/** The library's default sizes of titles and numbers, in pixels. */
const titleSize = 20
const numberSize = 80
const minSize = 12
const minNumber = 16
/** Between two adjacent titles, and between a title and its number, in pixels. */
const gap = 8
/** The minimum ratio of a number's size to that of its title, if there is space. */
const minRatio = 2
/** With more lines, a title becomes smaller. */
const fewLines = 2

interface Title {
  readonly trace: JsonObject
  readonly text: string
  /** The available width, in pixels. */
  readonly width: number
  /** The height of its part of the figure, in pixels. */
  readonly height: number
}

/**
 * Breaks titles at the edges of their part of the figure; a single one in the middle may reach to the figure's edges.
 * Unless sizes are set, all titles of a figure have the same size, and so have all numbers.
 */
export function fitIndicators(context: FitContext): void {
  const titles = titlesOf(context)
  if (titles.length === 0) return
  const size = Math.min(...titles.map(title => titleSizeOf(title, context)))
  for (const { trace, text, width } of titles) {
    const title = partOf(trace, 'title')
    if (size < titleSize) title.font = { size, ...partOf(title, 'font') }
    title.text = breakLines(text, fontIn(title, size, context), width, 3, context.widthOf)
  }
  fitNumbers(titles, size)
}

function titlesOf(context: FitContext): readonly Title[] {
  const { data, layout } = context.figure
  const plot = plotOf(context)
  const grid = partOf(layout, 'grid')
  const columns = numberOr(grid.columns, 1)
  return data.flatMap(trace => {
    const { text } = partOf(trace, 'title')
    if (trace.type !== 'indicator' || typeof text !== 'string') return []
    const { row, column, x, y } = partOf(trace, 'domain')
    const share = column === undefined ? lengthOf(rangeOf(x)) : 1 / columns
    const beyond = share < 1 ? 0 : 2 * Math.min(plot.left, plot.right)
    const high = row === undefined ? lengthOf(rangeOf(y)) : rowShare(grid)
    return [{ trace, text, width: share * plot.width + beyond - gap, height: high * plot.height }]
  })
}

/** The share of the plot's height for each row of a grid, as the library divides it. */
function rowShare({ rows, ygap, pattern }: JsonObject): number {
  const between = numberOr(ygap, pattern === 'independent' ? 0.3 : 0.1)
  return (1 - between) / (numberOr(rows, 1) - between)
}

const fontIn = (title: JsonObject, size: number, context: FitContext): Font =>
  fontOf(...baseFonts(context), { size }, partOf(title, 'font'))

/** The largest size with which no word is broken, there are few lines, and the number below is much larger. */
function titleSizeOf(title: Title, context: FitContext): number {
  const { trace, text, width } = title
  if (partOf(partOf(trace, 'title'), 'font').size !== undefined) return titleSize
  for (let size = titleSize; size > minSize; size--) {
    const font = fontIn(partOf(trace, 'title'), size, context)
    const word = widestOf(text.split(/\s+/), each => context.widthOf(each, font))
    const lines = lineCount(breakLines(text, font, width, Number.POSITIVE_INFINITY, context.widthOf))
    const few = lines <= Math.max(fewLines, lineCount(text))
    if (word <= width && few && numberSizeOf(title, lines * size) >= minRatio * size) return size
  }
  return minSize
}

/** A number is in the middle of its part, and its title above it, where the library lets the title leave the figure. */
function fitNumbers(titles: readonly Title[], size: number): void {
  const fits = Math.min(
    ...titles.map(title => {
      const { text, font } = partOf(title.trace, 'title') as { text: string; font?: JsonObject }
      return numberSizeOf(title, lineCount(text) * numberOr(font?.size, size))
    }),
  )
  if (fits >= numberSize) return
  for (const { trace } of titles.filter(isNumber)) {
    const [title, number] = [partOf(trace, 'title'), partOf(trace, 'number')]
    trace.number = {
      ...number,
      font: { size: Math.max(minNumber, Math.floor(fits)), ...partOf(number, 'font') },
    }
    // The library's default size depends on that of the number.
    title.font = { size, ...partOf(title, 'font') }
  }
}

function isNumber({ trace: { mode } }: Title): boolean {
  const parts = String(mode ?? 'number').split('+')
  return parts.includes('number') && !parts.includes('gauge')
}

/** The size of a number, in pixels, that leaves its title this height; below a gauge, its own size. */
function numberSizeOf(title: Title, letters: number): number {
  if (!isNumber(title)) return numberSize
  const { trace, height } = title
  const below = /delta/.test(String(trace.mode)) && (partOf(trace, 'delta').position ?? 'bottom') === 'bottom'
  return (height - 2 * (letters * lineHeight + gap)) / (below ? 1.5 * lineHeight : lineHeight)
}
