/** The names of categories: beside their rows, below their columns. */

import { childOf, type JsonObject, partOf } from '../../json.ts'
import type { WordContext } from './context.ts'
import { breakLines, lineCount, lineHeight, longestText } from './lines.ts'
import { type Font, fontOf } from './measure.ts'
import { lengthOf, plotOf, rangeOf } from './plot.ts'

/** Of a figure's width, for the names at its left: longer ones are broken, and the library would cut them off. */
const rowsShare = 0.36
/** Of a figure's height, for the names below its columns. */
const columnsShare = 0.3
/** The least that is left of a plot's height by the names below it. */
const leastPlot = 120
/** More are too close to each other for several lines. */
const mostBroken = 40
/** In pixels: a column as narrow as this has its name turned. */
const leastColumn = 56
/** Between names side by side, in pixels. */
const gap = 8

/**
 * Long names, where there are few enough, unless the figure names its ticks itself. `legend`: how high the legend below
 * the plot is, in pixels; the answer is what the names there take.
 */
export function fitCategories(context: WordContext, legend: number): number {
  const { figure, defaults } = context
  const { data, layout } = figure
  const plot = plotOf(context)
  let below = 0
  for (const [axis, names] of namesOf(data)) {
    const own = childOf(layout, axis) ?? {}
    if (
      names.size === 0 ||
      names.size > mostBroken ||
      ['labelalias', 'ticktext', 'tickvals'].some(key => own[key] !== undefined)
    )
      continue
    const font = fontOf(partOf(defaults, 'font'), partOf(layout, 'font'), partOf(own, 'tickfont'))
    // What is left of the plot to an axis that shares it.
    const share = Math.max(0.05, lengthOf(rangeOf(own.domain)))
    const size = { width: plot.width * share, height: (plot.height - legend) * share }
    const fitAxis = axis.startsWith('y') ? fitRows : fitColumns
    const fitted = fitAxis([...names], font, size, context)
    const aliases = Object.entries(fitted.labels).filter(([name, label]) => name !== label)
    if (aliases.length > 0) layout[axis] = { ...own, labelalias: Object.fromEntries(aliases) }
    if (axis.startsWith('x')) below = Math.max(below, fitted.height)
  }
  return below
}

interface Fitted {
  readonly labels: Readonly<Record<string, string>>
  /** Of the highest of them, in pixels. */
  readonly height: number
}

type Size = Readonly<Record<'width' | 'height', number>>

function fitRows(
  names: readonly string[],
  font: Font,
  { height }: Size,
  { space, widthOf }: WordContext,
): Fitted {
  const most = rowsShare * space.width
  const line = font.size * lineHeight
  // Letters are not quite as high as their line.
  const lines = Math.min(3, Math.max(1, Math.floor(height / names.length / line + 0.2)))
  const label = (name: string) =>
    widthOf(name, font) > most ? breakLines(name, font, most, lines, widthOf) : name
  return { labels: labelsOf(names, label), height: 0 }
}

/** In lines side by side where the columns are wide enough; else turned by the library, and not longer than there is room. */
function fitColumns(
  names: readonly string[],
  font: Font,
  size: Size,
  { space, widthOf }: WordContext,
): Fitted {
  const line = font.size * lineHeight
  const slot = size.width / names.length - gap
  const width = (text: string) => widthOf(text, font)
  if (names.every(name => width(name) <= slot)) return { labels: {}, height: line }
  const side = labelsOf(names, name => breakLines(name, font, slot, 5, widthOf))
  const words = names.flatMap(name => name.split(/\s+/))
  const lines = Math.max(...Object.values(side).map(lineCount))
  if (slot >= leastColumn && lines <= 4 && words.every(word => width(word) <= slot)) {
    return { labels: side, height: lines * line }
  }
  const most = Math.max(60, Math.min(columnsShare * space.height, size.height - leastPlot))
  // Side by side still, where the library turns them by 30 degrees.
  const turnedLines = slot > 3 * line ? 2 : 1
  const turned = labelsOf(names, name =>
    width(name) > most ? breakLines(name, font, most, turnedLines, widthOf) : name,
  )
  return { labels: turned, height: Math.min(most, Math.max(...names.map(width))) }
}

const labelsOf = (names: readonly string[], label: (name: string) => string): Record<string, string> =>
  Object.fromEntries(names.map(name => [name, label(name)]))

/** By the name of their axis in the layout. Of one that has too many to break them not all. */
function namesOf(data: readonly JsonObject[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>()
  for (const trace of data) {
    for (const letter of ['x', 'y'] as const) {
      const axis = String(trace[`${letter}axis`] ?? letter).replace(letter, `${letter}axis`)
      const found = names.get(axis) ?? new Set()
      names.set(axis, found)
      const values = valuesOf(trace, letter)
      const end = Math.min(values.length, 1000)
      for (let at = 0; at < end && found.size <= mostBroken; at++) {
        const name = values[at]
        if (typeof name === 'string' && name.length <= longestText) found.add(name)
      }
    }
  }
  return names
}

/** A box that names no place stands above its own name. */
function valuesOf(trace: JsonObject, letter: 'x' | 'y'): readonly unknown[] {
  const values = trace[letter]
  if (Array.isArray(values)) return values
  const other = letter === 'x' ? 'y' : 'x'
  const box = /^(?:box|violin)$/.test(String(trace.type)) && Array.isArray(trace[other])
  return box && values === undefined && trace[`${letter}0`] === undefined ? [trace.name] : []
}
