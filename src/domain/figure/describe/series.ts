/** Describes one series in words, according to its trace type. */

import type { TraceTable } from '../table/columns.ts'
import type { Column, Values } from '../table/values.ts'
import type { DescribedTrace } from './described-trace.ts'
import { isHorizontal } from './orientation.ts'
import { partsInWords } from './parts.ts'
import { spansOf } from './spans.ts'
import { trendOf } from './trend.ts'
import {
  count,
  extentOf,
  formatValue,
  isMissing,
  join,
  kindOf,
  numberOf,
  presentIn,
  rangeOf,
} from './values.ts'

/** Trace types whose points have a position and a value: the names of these two columns. */
const placed: Readonly<Record<string, readonly [string, string]>> = {
  barpolar: ['theta', 'r'],
  scatterpolar: ['theta', 'r'],
  scatterpolargl: ['theta', 'r'],
  choropleth: ['locations', 'z'],
  choroplethmap: ['locations', 'z'],
}
const alongX = new Set(['scatter', 'scattergl', 'bar', 'waterfall', 'funnel'])
const parts = new Set(['pie', 'funnelarea', 'sunburst', 'treemap', 'icicle'])
const distributions = new Set(['box', 'violin', 'histogram'])

const find = ({ columns }: TraceTable, name: string): Values | null =>
  (columns.find(column => column.name === name) ?? columns.find(column => column.name === `${name}[0]`))
    ?.values ?? null

/** Describes a series without its name. Empty if it has no data. */
export function seriesInWords(described: DescribedTrace): string {
  const { trace, table } = described
  const { type } = table
  const spans = spansOf(described)
  if (spans?.areDates) return `${count(spans.ends.length / 2, 'bar')} ${rangeOf(spans.ends) ?? ''}`.trimEnd()
  const horizontal = isHorizontal(trace, type)
  if (alongX.has(type)) {
    const swapped = horizontal && type !== 'scatter' && type !== 'scattergl'
    return placedInWords(find(table, swapped ? 'y' : 'x'), find(table, swapped ? 'x' : 'y'), true)
  }
  const names = placed[type]
  if (names) return placedInWords(find(table, names[0]), find(table, names[1]), false)
  if (parts.has(type)) {
    const [labels = null, ids = null, parents = null, values = null] = [
      'labels',
      'ids',
      'parents',
      'values',
    ].map(name => find(table, name))
    return partsInWords({ labels, ids, parents, values }, trace)
  }
  if (distributions.has(type)) return distributionInWords(table, horizontal)
  if (type === 'ohlc' || type === 'candlestick') return pricesInWords(table)
  if (type === 'sankey') return linksInWords(table)
  if (type === 'indicator') return indicatorInWords(table)
  if (type === 'table') return tableInWords(table)
  if (type === 'image') return imageInWords(table)
  return matrixInWords(table) ?? rangesInWords(table.columns)
}

/** `12 points, lowest 3 at Feb, highest 9 at Dec, rising overall`. */
function placedInWords(places: Values | null, values: Values | null, ordered: boolean): string {
  if (!values) return places ? count(places.length, 'point') : ''
  const length = presentIn(values)
  if (length === 0) return ''
  const points = count(length, 'point')
  const extent = kindOf(values) === 'numbers' ? extentOf(values) : null
  if (!extent) return points
  const at = (i: number) => {
    const place = places?.at(i)
    return `${formatValue(numberOf(values.at(i)))}${isMissing(place) ? '' : ` at ${formatValue(place)}`}`
  }
  if (numberOf(values.at(extent.low)) === numberOf(values.at(extent.high))) {
    return length === 1
      ? at(extent.low)
      : `${points}, ${formatValue(numberOf(values.at(extent.low)))} throughout`
  }
  const trend = ordered ? trendOf(places, values) : null
  return join(points, `lowest ${at(extent.low)}`, `highest ${at(extent.high)}`, trend)
}

/** `40 values from 1 to 9, median 4`. */
function distributionInWords(table: TraceTable, horizontal: boolean): string {
  const medians = find(table, 'median')
  if (medians) return join(count(medians.length, 'box', 'boxes'), `medians ${rangeOf(medians)}`)
  const [first, second] = table.type === 'histogram' ? (['x', 'y'] as const) : (['y', 'x'] as const)
  const values = find(table, horizontal ? second : first) ?? find(table, horizontal ? first : second)
  if (!values) return ''
  const range = rangeOf(values)
  const numbers = kindOf(values) === 'numbers' ? Array.from(values, numberOf).filter(Number.isFinite) : []
  const median = numbers.length > 1 ? `median ${formatValue(medianOf(numbers))}` : null
  return join(`${count(presentIn(values), 'value')}${range ? ` ${range}` : ''}`, median)
}

function medianOf(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

function pricesInWords(table: TraceTable): string {
  const [x, open, high, low, close] = ['x', 'open', 'high', 'low', 'close'].map(name => find(table, name))
  const extents = { low: low && extentOf(low), high: high && extentOf(high) }
  const at = (values: Values, i: number) =>
    `${formatValue(numberOf(values.at(i)))}${x ? ` at ${formatValue(x.at(i))}` : ''}`
  const opening = open && Array.from(open).find(each => !isMissing(each))
  const closing = close && Array.from(close).findLast(each => !isMissing(each))
  return join(
    count(close ? presentIn(close) : 0, 'period'),
    low && extents.low ? `lowest ${at(low, extents.low.low)}` : null,
    high && extents.high ? `highest ${at(high, extents.high.high)}` : null,
    isMissing(opening) || isMissing(closing)
      ? null
      : `opening at ${formatValue(numberOf(opening))} and closing at ${formatValue(numberOf(closing))}`,
    close ? trendOf(x ?? null, close) : null,
  )
}

function linksInWords(table: TraceTable): string {
  const values = find(table, 'link.value')
  if (!values) return count(table.columns[0]?.values.length ?? 0, 'node')
  const range = rangeOf(values)
  return `${count(values.length, 'link')}${range ? ` with values ${range}` : ''}`
}

function indicatorInWords(table: TraceTable): string {
  const [value, reference] = [find(table, 'value')?.at(0), find(table, 'delta.reference')?.at(0)]
  if (isMissing(value)) return ''
  return join(formatValue(value), isMissing(reference) ? null : `compared with ${formatValue(reference)}`)
}

function tableInWords({ columns }: TraceTable): string {
  const rows = columns.reduce((max, { values }) => Math.max(max, values.length), 0)
  const names = columns.slice(0, 8).map(({ name }) => formatValue(name))
  return `${count(rows, 'row')} of ${count(columns.length, 'column')}: ${names.join(', ')}${columns.length > 8 ? ' and more' : ''}`
}

/** Such as `600 pixels`. The size of an image file is unknown. */
function imageInWords(table: TraceTable): string {
  const z = find(table, 'z')
  return z ? count(z.length, 'pixel') : 'a picture'
}

/** Such as `12 cells, lowest 1 at x 2 and y 3, highest …`. Null if the data is not a matrix. */
function matrixInWords({ columns, type }: TraceTable): string | null {
  const z = columns.find(({ name }) => name === 'z')
  if (!z || !/^(?:heatmap|contour|surface|contourcarpet)$/.test(type)) return null
  const extent = extentOf(z.values)
  const sides = columns.filter(({ name }) => /^(?:x|y|a|b|row|column)(?:\[\d\])?$/.test(name)).slice(0, 4)
  const cells = count(z.values.length, 'cell')
  if (!extent) return cells
  const at = (i: number) => {
    const places = sides.flatMap(({ name, values }) =>
      isMissing(values.at(i)) ? [] : [`${name} ${formatValue(values.at(i))}`],
    )
    return `${formatValue(numberOf(z.values.at(i)))} at ${places.join(' and ')}`
  }
  if (numberOf(z.values.at(extent.low)) === numberOf(z.values.at(extent.high)))
    return `${cells}, ${formatValue(numberOf(z.values.at(extent.low)))} throughout`
  return join(cells, `lowest ${at(extent.low)}`, `highest ${at(extent.high)}`)
}

/** `30 points; x from 0 to 9; y from 1 to 4`. */
function rangesInWords(columns: readonly Column[]): string {
  const length = columns.reduce((max, { values }) => Math.max(max, values.length), 0)
  const ranges = columns
    .filter(({ name }) => !/[.]/.test(name))
    .slice(0, 5)
    .flatMap(({ name, values }) => {
      const range = kindOf(values) === 'names' ? null : rangeOf(values)
      return range ? [`${formatValue(name)} ${range}`] : []
    })
  return length === 0 ? '' : join(count(length, 'point'), ...ranges)
}
