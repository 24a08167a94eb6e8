/** Describes the axes of a figure: title, unit and range of the data. */

import { isObject, type JsonObject } from '../table/columns.ts'
import { textOf, type Values } from '../table/values.ts'
import { plainText } from '../title.ts'
import { axisIdOf, axisOf } from './axis-of.ts'
import { inAxisOrder } from './category-order.ts'
import type { DescribedTrace } from './described-trace.ts'
import { spansOf } from './spans.ts'
import { count, formatValue, isMissing, kindOf, positionOf, rangeOf } from './values.ts'

/** How many axes are described. A grid of subplots has dozens. */
const maxAxes = 6

const letters = { x: 'Horizontal axis', y: 'Vertical axis' } as const

/** Sentences such as `Horizontal axis: Year, from 2000 to 2020`. */
export function axesInWords(described: readonly DescribedTrace[], layout: JsonObject): readonly string[] {
  const sentences = (['x', 'y'] as const).flatMap(letter => {
    const along = described.flatMap(each => {
      const values = placesOf(each, letter)
      return values ? [{ id: axisIdOf(each.trace, letter), values }] : []
    })
    const axes = Map.groupBy(along, ({ id }) => matchedBy(layout, id))
    return [...axes].map(([first, members]) => {
      const same = [...new Set([first, ...members.map(({ id }) => id)])].map(id => axisOf(layout, id))
      const number = first.slice(1)
      return axisInWords(
        `${letters[letter]}${number ? ` ${number}` : ''}`,
        same.find(axis => titleOf(axis) !== null) ?? same[0] ?? {},
        members.map(({ values }) => values),
      )
    })
  })
  const scene = isObject(layout.scene) ? layout.scene : {}
  const in3d = described.some(({ trace }) => /3d|surface|cone|volume|streamtube/.test(textOf(trace.type)))
  const titles = (in3d ? ['x', 'y', 'z'] : []).flatMap(letter => {
    const title = titleOf(scene[`${letter}axis`])
    return title ? [`${letter} axis: ${title}`] : []
  })
  return [...sentences.slice(0, maxAxes), ...titles]
}

/** The axis that this one matches. Matching axes, such as those of facets, are described once. */
function matchedBy(layout: JsonObject, id: string): string {
  const { matches } = axisOf(layout, id)
  return typeof matches === 'string' && matches.charAt(0) === id.charAt(0) ? matches : id
}

/** The positions of a cartesian trace along that axis. */
function placesOf(described: DescribedTrace, letter: 'x' | 'y'): Values | null {
  const { columns, type } = described.table
  const spans = spansOf(described)
  if (spans?.letter === letter) return spans.ends
  if (/3d|cone|surface|volume|streamtube|carpet/.test(type)) return null
  // Boxes with given quartiles have several: the samples of each box.
  const [found, ...more] = columns.filter(({ name }) => name === letter || name.startsWith(`${letter}[`))
  if (found && more.length > 0) return [found, ...more].flatMap(({ values }) => Array.from(values))
  if (found || letter !== 'y') return found?.values ?? null
  // Candlestick traces have no y.
  const prices = columns.filter(({ name }) => name === 'low' || name === 'high')
  return prices.length === 2 ? prices.flatMap(({ values }) => Array.from(values)) : null
}

function titleOf(axis: unknown): string | null {
  const title = isObject(axis) ? axis.title : null
  const text = isObject(title) ? title.text : title
  return typeof text === 'string' || typeof text === 'number' ? plainText(String(text)) || null : null
}

function axisInWords(name: string, axis: JsonObject, columns: readonly Values[]): string {
  const range = jointRange(columns, axis)
  const unit = [axis.tickprefix, axis.ticksuffix]
    .filter(each => typeof each === 'string' && each.trim() !== '')
    .map(each => plainText(String(each)))
  const clauses = [
    titleOf(axis),
    range && `${range}${unit.length > 0 ? `, in ${unit.join(' ')}` : ''}`,
    axis.type === 'log' ? 'logarithmic' : null,
  ]
  return `${name}: ${clauses.filter(Boolean).join(', ') || 'without values'}`
}

/** The common range of several columns, computed without concatenating them. */
function jointRange(columns: readonly Values[], axis: JsonObject): string | null {
  const kinds = new Set(columns.map(kindOf).filter(kind => kind !== null))
  const [kind] = kinds
  if (kind === undefined) return null
  if (kinds.size > 1 || kind === 'names') {
    const categories = new Set<unknown>()
    for (const values of columns) for (const value of values) if (!isMissing(value)) categories.add(value)
    const names = new Set(inAxisOrder([...categories], axis).map(formatValue))
    const [first, ...more] = names
    if (names.size <= 6) return [first, ...more].join(', ')
    return `${count(names.size, 'category', 'categories')} from ${first} to ${more.at(-1)}`
  }
  const ends = columns.flatMap(values => endsOf(values, kind))
  return rangeOf(ends)
}

function endsOf(values: Values, kind: 'numbers' | 'dates'): readonly unknown[] {
  let [low, high]: unknown[] = []
  let [min, max] = [Infinity, -Infinity]
  for (let i = 0; i < values.length; i++) {
    const position = positionOf(values.at(i), kind)
    if (!Number.isFinite(position)) continue
    if (position < min) [min, low] = [position, values.at(i)]
    if (position > max) [max, high] = [position, values.at(i)]
  }
  return [low, high]
}
