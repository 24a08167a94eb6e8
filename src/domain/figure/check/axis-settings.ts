/** Settings of axes that say nothing, or something else than was meant, about what is drawn on them. */

import { isNumeric } from '../../../plotly/values.ts'
import { shortened } from '../faults.ts'
import { kinds, none, type Place } from '../tree/figure-tree.ts'
import { headOf } from '../tree/head.ts'
import { lengthOf } from './arrays.ts'
import { type AxisView, axisAt, extentOfAxis, isWhole } from './axis-kinds.ts'
import { isDate } from './dates.ts'
import { tracesOn } from './named-parts.ts'
import { positionOf } from './numbers.ts'
import type { FigureView } from './views.ts'

type AxisRule = (figure: FigureView, axis: AxisView) => void

const rules: readonly AxisRule[] = [
  checkRange,
  checkTickPlaces,
  checkTickFormat,
  checkOrder,
  checkPosition,
  checkGapsOfAxis,
  checkOverlay,
]

/** The settings that these rules are about, beside the range: of an axis without any there is nothing to say. */
const asked: ReadonlySet<string> = new Set([
  ...['tickvals', 'tickformat', 'categoryorder', 'categoryarray', 'position', 'rangebreaks', 'overlaying'],
])

/** Most axes have a range that shows a first point, and none of the others: their data need not be read. */
function asksFor(figure: FigureView, axis: Place): boolean {
  const { tree } = figure
  for (let member = tree.first(axis); member !== none; member = tree.next(member)) {
    const name = tree.key(member)
    if (asked.has(name) || (name === 'range' && !showsFirst(figure, axis, member))) return true
  }
  return false
}

export function checkAxisSettings(figure: FigureView): void {
  const { tree, layout, findings } = figure
  if (layout === none) return
  for (let part = tree.first(layout); part !== none && !findings.enough; part = tree.next(part)) {
    if (!tree.is(part, kinds.object) || !/^[xy]axis\d*$/.test(tree.key(part))) continue
    if (!asksFor(figure, part)) continue
    const axis = axisAt(figure, part)
    if (axis) for (const rule of rules) rule(figure, axis)
  }
}

const zero = Date.UTC(1971, 0)

/** In bytes: numbers and dates are shorter. */
const longestFirst = 40

/** Whether the first value of some trace is sure to lie in the range. */
function showsFirst(figure: FigureView, axis: Place, range: Place): boolean {
  const { tree } = figure
  if (!tree.is(range, kinds.array) || tree.count(range) !== 2) return false
  const letter = tree.key(axis).charAt(0)
  const id = letter + tree.key(axis).slice('xaxis'.length)
  const [trace] = tracesOn(figure, `${letter}axis`, letter, id)
  if (!trace || tree.member(axis, 'type') !== none) return false
  const data = tree.member(trace.place, letter)
  const isDated = tree.is(data, kinds.array) && tree.mask(data) === kinds.string
  if (!isDated && !(tree.is(data, kinds.array) && tree.mask(data) === kinds.number)) return false
  if (tree.mask(range) !== tree.mask(data)) return false
  const start = tree.start(data) + 1
  const head = tree.bytes.toString('latin1', start, Math.min(start + longestFirst, tree.end(data) - 1))
  const end = head.indexOf(',')
  const first = (end === -1 ? head : head.slice(0, end)).replaceAll('"', '').trim()
  const [from, to] = tree.value(range) as [string | number, string | number]
  // Dates of one form are in order as texts are.
  if (isDated) return isDate(first) && isDate(String(from)) && first >= from && first <= to
  return Number(first) >= Number(from) && Number(first) <= Number(to)
}

/** A range in which nothing lies, or one of another kind than the axis. Frames, and axes that follow, may bring more. */
function checkRange(figure: FigureView, axis: AxisView): void {
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
      findings.warn(range, 'holds no numbers, which this axis counts in, so it is left out')
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
  const [least = Number.NaN, most = Number.NaN] = extent ?? []
  if (!(from > most || to < least)) return
  const isEarly = kind === 'date' && values.every(isNumeric) && to < zero
  findings.warn(
    range,
    isEarly
      ? 'shows none of the data, since its numbers are milliseconds of 1970; send dates, such as "2024-01-31"'
      : `shows none of the data, which lie from ${shown(least, kind)} to ${shown(most, kind)}${kind === 'log' ? ', as powers of ten' : ''}`,
  )
}

const shown = (value: number, kind: AxisView['kind']): string =>
  kind === 'date' ? (new Date(value).toISOString().split('T')[0] ?? '') : String(Number(value.toPrecision(4)))

/** Names are counted from 0, whether they are numbers or not. */
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
    findings.warn(range, 'shows none of the names, which are counted from 0 on; send such numbers')
}

/** Ticks at places that the axis does not have. */
function checkTickPlaces(figure: FigureView, axis: AxisView): void {
  const { tree, findings } = figure
  const ticks = tree.member(axis.place, 'tickvals')
  if (ticks === none || !isWhole(tree, ticks) || tree.count(ticks) === 0 || axis.traces.length === 0) return
  const values = headOf(tree, ticks)
  if (axis.kind === 'number' || axis.kind === 'log') {
    if (values.every(value => typeof value === 'string' && !isNumeric(value)))
      findings.warn(ticks, 'holds no numbers, which this axis counts in, so no tick is drawn')
  } else if (
    axis.kind === 'date' &&
    values.every(value => isNumeric(value) && Math.abs(Number(value)) < zero)
  ) {
    const extent = extentOfAxis(figure, axis)
    if (extent && extent[0] > zero)
      findings.warn(ticks, 'holds moments of 1970, so no tick is drawn; send dates, such as "2024-01-31"')
  }
}

/** Directives of dates, such as %Y. */
const dated = /%[-_0]?[aAbBcdeHIjLmMpqQsSuUVwWxXyYZ]/

/** Formats of dates for numbers are left out, those of numbers stand on an axis of dates as they are. */
function checkTickFormat({ tree, findings }: FigureView, { place, kind, traces }: AxisView): void {
  const format = tree.member(place, 'tickformat')
  const text = format === none || traces.length === 0 ? null : tree.string(format)
  if (!text) return
  if (kind === 'date' && /^[-+$,.#\d\s]*[a-z%]?$/i.test(text) && !dated.test(text))
    findings.warn(
      format,
      'is a format of numbers, and stands as it is on an axis of dates; send one such as "%Y-%m-%d"',
    )
  else if ((kind === 'number' || kind === 'log') && dated.test(text))
    findings.warn(
      format,
      'is a format of dates, and is left out on an axis of numbers; send one such as ".2f"',
    )
}

/** An order of names that is not taken. */
function checkOrder({ tree, findings }: FigureView, axis: AxisView): void {
  const [order, names] = ['categoryorder', 'categoryarray'].map(name => tree.member(axis.place, name)) as [
    Place,
    Place,
  ]
  const how = tree.string(order)
  if (how === 'array' && names === none)
    findings.warn(
      order,
      'needs categoryarray, the names in their order; without it they stand as in the data',
    )
  else if (how !== null && how !== 'array' && lengthOf(tree, names))
    findings.warn(
      names,
      `is taken only with "categoryorder": "array", not with ${shortened(JSON.stringify(how))}`,
    )
  else if (axis.kind === 'category' && axis.traces.length > 0 && isWhole(tree, names)) {
    const lists = axis.traces.map(({ place }) => tree.member(place, axis.letter))
    if (!lists.every(list => isWhole(tree, list))) return
    const drawn = new Set(lists.flatMap(list => headOf(tree, list).map(String)))
    const wanted = headOf(tree, names)
    if (wanted.length > 0 && !wanted.some(name => drawn.has(String(name))))
      findings.warn(names, 'holds none of the names in the data, so it orders none; write them as there')
  }
}

/** Only an axis that is anchored nowhere can be moved. */
function checkPosition({ tree, findings }: FigureView, { place }: AxisView): void {
  const position = tree.member(place, 'position')
  if ((tree.number(position) ?? 0) !== 0 && tree.string(tree.member(place, 'anchor')) !== 'free')
    findings.warn(position, 'is taken only with "anchor": "free"')
}

const weekday = /^(?:sun|mon|tue|wed|thu|fri|sat)/i

/** Gaps are taken out of axes of dates, between two dates, days of the week, or hours. */
function checkGapsOfAxis({ tree, findings }: FigureView, { place, kind, traces }: AxisView): void {
  const gaps = tree.member(place, 'rangebreaks')
  if (!tree.is(gaps, kinds.array) || tree.count(gaps) === 0) return
  if (kind !== null && kind !== 'date' && traces.length > 0) {
    findings.warn(gaps, 'is left out, since gaps are taken out of axes of dates alone')
    return
  }
  for (let gap = tree.first(gaps); gap !== none; gap = tree.next(gap)) {
    const bounds = tree.member(gap, 'bounds')
    if (tree.member(gap, 'pattern') !== none || !tree.is(bounds, kinds.array)) continue
    const values = headOf(tree, bounds)
    const isHours = (value: unknown) => isNumeric(value) && Number(value) >= 0 && Number(value) <= 24
    if (values.length === 2 && values.every(isHours))
      findings.warn(bounds, 'takes nothing out; for hours of the day add "pattern": "hour"')
    else if (values.some(value => typeof value === 'string' && !(weekday.test(value) || isDate(value))))
      findings.warn(bounds, 'is neither two dates nor two days of the week, such as ["sat", "mon"]')
  }
}

const referring = ['annotations', 'shapes', 'images', 'selections'] as const

/** An axis over another that nothing is drawn on, where several traces are on that other. */
function checkOverlay(figure: FigureView, { place, letter, id, traces }: AxisView): void {
  const { tree, findings, layout, frames } = figure
  const over = tree.string(tree.member(place, 'overlaying'))
  if (over === null || over === 'free' || traces.length > 0 || frames !== none) return
  if (figure.types.has('splom') || tree.member(layout, 'grid') !== none) return
  if (tree.member(place, 'matches') !== none || !/^[xy]\d*$/.test(over)) return
  const named = referring.some(list => {
    const items = tree.member(layout, list)
    if (!tree.is(items, kinds.array)) return false
    for (let item = tree.first(items); item !== none; item = tree.next(item))
      if (tree.string(tree.member(item, `${letter}ref`))?.split(' ')[0] === id) return true
    return false
  })
  const beneath = figure.traces.filter(
    trace => (tree.string(tree.member(trace.place, `${letter}axis`)) ?? letter) === over,
  )
  if (!named && beneath.length > 1)
    findings.warn(
      place,
      `is not drawn, since no trace is on it; send "${letter}axis": "${id}" in the traces that belong there`,
    )
}
