/** Fits the names of categories: beside rows and below columns. */

import { childOf, type JsonObject, partOf } from '../../json.ts'
import { baseFonts, type FitContext } from './context.ts'
import { breakLines, lineCount, lineHeight, longestText } from './lines.ts'
import { type Font, fontOf } from './measure.ts'
import { lengthOf, plotOf, rangeOf } from './plot.ts'

/** Of the figure's width, for names at the left. Longer ones are broken; the library would cut them off. */
const rowsShare = 0.36
/** Of the figure's height, for names below columns. */
const columnsShare = 0.3
/** The minimum height of the plot above the names, in pixels. */
const minPlot = 120
/** More names are too close to each other for several lines. */
const maxBroken = 40
/** In pixels. The name of a narrower column is rotated. */
const minColumn = 56
/** Between adjacent names, in pixels. */
const gap = 8

/**
 * Breaks long names, if there are few enough and the figure does not name its ticks itself. `legend` is the height of
 * the legend below the plot, in pixels. Returns the height of the names there.
 */
export function fitCategories(context: FitContext, legend: number): number {
  const { figure } = context
  const { data, layout } = figure
  const plot = plotOf(context)
  let below = 0
  for (const [axis, names] of namesOf(data)) {
    const own = childOf(layout, axis) ?? {}
    if (
      names.size === 0 ||
      names.size > maxBroken ||
      hasScale(own, names) ||
      ['labelalias', 'ticktext', 'tickvals'].some(key => own[key] !== undefined)
    )
      continue
    const font = fontOf(...baseFonts(context), partOf(own, 'tickfont'))
    const share = Math.max(0.05, lengthOf(rangeOf(own.domain)))
    const isRow = axis.startsWith('y')
    // Names below columns take the height that they need of the whole plot, however the columns share its width.
    const size = {
      width: plot.width * (isRow ? 1 : share),
      height: (plot.height - legend) * (isRow ? share : 1),
    }
    const fitted = (isRow ? fitRows : fitColumns)([...names], font, size, context)
    const aliases = Object.entries(fitted.labels).filter(([name, label]) => name !== label)
    if (aliases.length > 0) layout[axis] = { ...own, labelalias: Object.fromEntries(aliases) }
    if (axis.startsWith('x')) below = Math.max(below, fitted.height)
  }
  return below
}

const datelike = /^-?\d{4}-\d\d?(?:-\d\d?)?(?:[ T]|$)/

/** Whether an axis shows dates or numbers, whose labels are not the texts of the data. */
function hasScale(axis: JsonObject, texts: Iterable<string>): boolean {
  if (axis.type !== undefined && axis.type !== '-') return !/category$/.test(String(axis.type))
  const known = [...texts]
  return isDates(known) || known.every(text => text.trim() !== '' && Number.isFinite(Number(text)))
}

/** As the library decides it: most texts are dates. */
export const isDates = (texts: readonly string[]): boolean =>
  texts.filter(text => datelike.test(text)).length * 2 > texts.length

interface Fitted {
  readonly labels: Readonly<Record<string, string>>
  /** The height of the highest one, in pixels. */
  readonly height: number
}

type Size = Readonly<Record<'width' | 'height', number>>

function fitRows(
  names: readonly string[],
  font: Font,
  { height }: Size,
  { space, widthOf }: FitContext,
): Fitted {
  const max = rowsShare * space.width
  const line = font.size * lineHeight
  // Letters are a little lower than their line.
  const lines = Math.min(3, Math.max(1, Math.floor(height / names.length / line + 0.2)))
  const label = (name: string) =>
    widthOf(name, font) > max ? breakLines(name, font, max, lines, widthOf) : name
  return { labels: labelsOf(names, label), height: 0 }
}

/** In lines below each column if the columns are wide enough; else rotated by the library, and no longer than fits. */
function fitColumns(
  names: readonly string[],
  font: Font,
  size: Size,
  { space, widthOf }: FitContext,
): Fitted {
  const line = font.size * lineHeight
  const slot = size.width / names.length - gap
  const width = (text: string) => widthOf(text, font)
  if (names.every(name => width(name) <= slot)) return { labels: {}, height: line }
  const side = labelsOf(names, name => breakLines(name, font, slot, 5, widthOf))
  const words = names.flatMap(name => name.split(/\s+/))
  const lines = Math.max(...Object.values(side).map(lineCount))
  if (slot >= minColumn && lines <= 4 && words.every(word => width(word) <= slot)) {
    return { labels: side, height: lines * line }
  }
  const max = Math.max(60, Math.min(columnsShare * space.height, size.height - minPlot))
  // Names that the library rotates by 30 degrees are still beside each other.
  const turnedLines = slot > 3 * line ? 2 : 1
  const turned = labelsOf(names, name =>
    width(name) > max ? breakLines(name, font, max, turnedLines, widthOf) : name,
  )
  return { labels: turned, height: Math.min(max, Math.max(...names.map(width))) }
}

const labelsOf = (names: readonly string[], label: (name: string) => string): Record<string, string> =>
  Object.fromEntries(names.map(name => [name, label(name)]))

/** By the name of their axis in the layout. Incomplete for an axis that has too many to break them. */
function namesOf(data: readonly JsonObject[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>()
  for (const trace of data) {
    for (const letter of ['x', 'y'] as const) {
      const axis = String(trace[`${letter}axis`] ?? letter).replace(letter, `${letter}axis`)
      const found = names.get(axis) ?? new Set()
      names.set(axis, found)
      const values = valuesOf(trace, letter)
      const end = Math.min(values.length, 1000)
      for (let at = 0; at < end && found.size <= maxBroken; at++) {
        const name = values[at]
        if (typeof name === 'string' && name.length <= longestText) found.add(name)
      }
    }
  }
  return names
}

/** A box without a position is above its own name. */
function valuesOf(trace: JsonObject, letter: 'x' | 'y'): readonly unknown[] {
  const values = trace[letter]
  if (Array.isArray(values)) return values
  const other = letter === 'x' ? 'y' : 'x'
  const box = /^(?:box|violin)$/.test(String(trace.type)) && Array.isArray(trace[other])
  return box && values === undefined && trace[`${letter}0`] === undefined ? [trace.name] : []
}
