/** Compares ranges of axes with their data. */

import { isNumeric } from '../../../../plotly/schema/values.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { lengthOf } from '../data/arrays.ts'
import { positionOf } from '../data/numbers.ts'
import type { PlaneAxis } from '../layout-parts.ts'
import type { FigureView } from '../views.ts'
import { type AxisView, extentOfAxis } from './kinds.ts'
import { tracesOn } from './named-parts.ts'

/** Smaller numbers are probably not meant as milliseconds since 1970. */
export const firstDateMs = Date.UTC(1971, 0)

/** In bytes. Two numbers or dates are shorter. */
const longestPair = 80

/** Whether the first value of a trace is certainly within the range. A cheap test that most ranges pass. */
export function showsFirst(
  figure: FigureView,
  { place: axis, letter, id }: PlaneAxis,
  range: Place,
): boolean {
  const { tree } = figure
  if (!tree.is(range, kinds.array) || tree.count(range) !== 2) return false
  const [trace] = tracesOn(figure, `${letter}axis`, letter, id)
  if (!trace || tree.member(axis, 'type') !== none) return false
  const data = tree.member(trace.place, letter)
  const isDated = tree.is(data, kinds.array) && tree.mask(data) === kinds.string
  if (!isDated && !(tree.is(data, kinds.array) && tree.mask(data) === kinds.number)) return false
  if (tree.mask(range) !== tree.mask(data)) return false
  const [from = '', to = ''] = textsIn(tree, range)
  const [first = ''] = textsIn(tree, data)
  // Dates in this format can be compared as texts.
  if (isDated) return yearFirst.test(first) && yearFirst.test(from) && first >= from && first <= to
  return Number(first) >= Number(from) && Number(first) <= Number(to)
}

const yearFirst = /^\d{4}-/

/** The first two values of an array as they are written, without quotes. */
function textsIn(tree: FigureTree, place: Place): readonly string[] {
  const start = tree.start(place) + 1
  const end = Math.min(start + longestPair, tree.end(place) - 1)
  const texts = tree.bytes.toString('latin1', start, end).split(',', 2)
  return texts.map(text => text.trim()).map(text => (text.startsWith('"') ? text.slice(1, -1) : text))
}

/** Warns of a range without data, or of another type than the axis. Not checked if frames or matching axes may add data. */
export function checkRange(figure: FigureView, axis: AxisView): void {
  const { tree, findings, frames } = figure
  const { place, kind } = axis
  const range = tree.member(place, 'range')
  const autorange = tree.member(place, 'autorange')
  if (!tree.is(range, kinds.array) || tree.count(range) !== 2 || tree.mask(range) & kinds.null) return
  if (kind === null || axis.traces.length === 0 || frames !== none) return
  if ((autorange !== none && !tree.is(autorange, kinds.false)) || tree.member(place, 'matches') !== none)
    return
  const values = tree.value(range) as unknown[]
  if (kind === 'number' || kind === 'log') {
    if (values.every(value => typeof value === 'string' && !isNumeric(value))) {
      findings.warn(range, 'contains no numbers, which this axis needs, so it is left out')
      return
    }
  }
  const [from = 0, to = 0] = values.map(positionOf).sort((a, b) => a - b)
  if (Number.isNaN(from) || Number.isNaN(to)) return
  if (kind === 'category') {
    checkRangeOfNames(figure, axis, range, from, to)
    return
  }
  const found = extentOfAxis(figure, axis)
  const extent = kind === 'log' ? found?.map(Math.log10) : found
  const [min = Number.NaN, max = Number.NaN] = extent ?? []
  if (!(from > max || to < min)) return
  const isEarly = kind === 'date' && values.every(isNumeric) && to < firstDateMs
  findings.warn(
    range,
    isEarly
      ? 'shows none of the data, because its numbers are milliseconds since 1970; send dates such as "2024-01-31"'
      : `shows none of the data, which range from ${shown(min, kind)} to ${shown(max, kind)}${kind === 'log' ? ', as powers of ten' : ''}`,
  )
}

const shown = (value: number, kind: AxisView['kind']): string =>
  kind === 'date' ? (new Date(value).toISOString().split('T')[0] ?? '') : String(Number(value.toPrecision(4)))

/** Checks the range of a category axis, whose positions are indices from 0. */
function checkRangeOfNames(
  { tree, findings }: FigureView,
  axis: AxisView,
  range: Place,
  from: number,
  to: number,
) {
  const lists = [
    ...axis.traces.map(({ place }) => tree.member(place, axis.letter)),
    tree.member(axis.place, 'categoryarray'),
  ]
  const count = lists.reduce((sum, list) => sum + (lengthOf(tree, list) ?? 0), 0)
  if (tree.mask(range) === kinds.number && count > 0 && (from > count || to < -1))
    findings.warn(
      range,
      'shows none of the categories, whose positions are numbers from 0 on; send such numbers',
    )
}
