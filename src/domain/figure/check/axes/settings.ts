/** Warns of axis settings that have no effect, or another one than was meant. */

import { isNumeric } from '../../../../plotly/schema/values.ts'
import { quotedValue } from '../../faults.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf, isReadWhole } from '../../tree/head.ts'
import { lengthOf } from '../data/arrays.ts'
import { isDate } from '../data/dates.ts'
import { type PlaneAxis, placedLists } from '../layout-parts.ts'
import type { FigureView } from '../views.ts'
import { type AxisView, viewOfAxis } from './kinds.ts'
import { axisIdOf } from './names.ts'
import { checkRange, showsFirst } from './ranges.ts'
import { checkStepKind } from './step-kinds.ts'
import { checkTickFormat, checkTickPlaces } from './tick-settings.ts'

type AxisRule = (figure: FigureView, axis: AxisView) => void

const rules: readonly AxisRule[] = [
  checkRange,
  checkTickPlaces,
  checkTickFormat,
  checkStepKind,
  checkOrder,
  checkPosition,
  checkGapsOfAxis,
  checkOverlay,
]

/** The settings that the rules check, in addition to `range`. Axes without any of them are skipped. */
const asked: ReadonlySet<string> = new Set([
  ...['tickvals', 'tickformat', 'categoryorder', 'categoryarray', 'position', 'rangebreaks', 'overlaying'],
  ...['dtick', 'minor', 'anchor'],
])

/** Whether the axis has a setting to check. Most axes have none, or only a range that shows the first point. */
function asksFor(figure: FigureView, axis: PlaneAxis): boolean {
  const { tree } = figure
  for (let member = tree.first(axis.place); member !== none; member = tree.next(member)) {
    const name = tree.key(member)
    if (asked.has(name) || (name === 'range' && !showsFirst(figure, axis, member))) return true
  }
  return false
}

export function checkAxisSettings(figure: FigureView): void {
  const { tree, findings, parts } = figure
  for (const part of parts.axes) {
    if (findings.enough || !tree.is(part.place, kinds.object) || !asksFor(figure, part)) continue
    const axis = viewOfAxis(figure, part)
    for (const rule of rules) rule(figure, axis)
  }
}

/** Checks `categoryorder` and `categoryarray`. */
function checkOrder({ tree, findings }: FigureView, axis: AxisView): void {
  const [order, names] = ['categoryorder', 'categoryarray'].map(name => tree.member(axis.place, name)) as [
    Place,
    Place,
  ]
  const how = tree.string(order)
  const set = order === none ? names : order
  if (set !== none && how !== 'trace' && axis.traces.length > 0 && hasTwoLevels(tree, axis)) {
    findings.warn(
      set,
      'has no effect on categories in two levels, which are in the order of the data; send the data in that order',
    )
    return
  }
  if (how === 'array' && names === none)
    findings.warn(
      order,
      'needs categoryarray, the names in their order; without it, they are in the order of the data',
    )
  else if (how !== null && how !== 'array' && lengthOf(tree, names))
    findings.warn(names, `only has an effect with "categoryorder": "array", not with ${quotedValue(how)}`)
  else if (axis.kind === 'category' && axis.traces.length > 0 && isReadWhole(tree, names)) {
    const lists = axis.traces.map(({ place }) => tree.member(place, axis.letter))
    if (!lists.every(list => isReadWhole(tree, list))) return
    const drawn = new Set(lists.flatMap(list => headOf(tree, list).map(String)))
    const wanted = headOf(tree, names)
    if (wanted.length > 0 && !wanted.some(name => drawn.has(String(name))))
      findings.warn(
        names,
        'contains none of the names in the data, so it has no effect; write them as in the data',
      )
  }
}

/** Whether all traces have two lists of names. */
const hasTwoLevels = (tree: FigureTree, { traces, letter }: AxisView): boolean =>
  traces.every(({ place }) => {
    const lists = tree.member(place, letter)
    return tree.is(lists, kinds.array) && tree.mask(lists) === kinds.array && tree.count(lists) === 2
  })

/** Checks `position`, which only free axes use, and need. An axis with a position and without an anchor is free. */
function checkPosition({ tree, findings }: FigureView, { place, letter }: AxisView): void {
  const [position, anchor] = ['position', 'anchor'].map(name => tree.member(place, name)) as [Place, Place]
  if ((tree.number(position) ?? 0) !== 0 && anchor !== none && tree.string(anchor) !== 'free')
    findings.warn(position, 'only has an effect with "anchor": "free"')
  const isMoved = position !== none || ['shift', 'autoshift'].some(name => tree.member(place, name) !== none)
  if (tree.string(anchor) === 'free' && !isMoved && tree.member(place, 'overlaying') !== none)
    findings.warn(
      anchor,
      `is at position 0, where the axis covers the one that it overlays; send a position from 0 to 1${letter === 'y' ? ', or "autoshift": true' : ''}`,
    )
}

const weekday = /^(?:sun|mon|tue|wed|thu|fri|sat)/i

/** Checks `rangebreaks`, which apply to date axes only, between two dates, weekdays or hours. */
function checkGapsOfAxis({ tree, findings }: FigureView, { place, kind, traces }: AxisView): void {
  const gaps = tree.member(place, 'rangebreaks')
  if (!tree.is(gaps, kinds.array) || tree.count(gaps) === 0) return
  if (kind !== null && kind !== 'date' && traces.length > 0) {
    findings.warn(gaps, 'is ignored, because range breaks work on date axes only')
    return
  }
  for (let gap = tree.first(gaps); gap !== none; gap = tree.next(gap)) {
    const bounds = tree.member(gap, 'bounds')
    if (tree.member(gap, 'pattern') !== none || !tree.is(bounds, kinds.array)) continue
    const values = headOf(tree, bounds)
    const isHours = (value: unknown) => isNumeric(value) && Number(value) >= 0 && Number(value) <= 24
    if (values.length === 2 && values.every(isHours))
      findings.warn(bounds, 'removes nothing; for hours of the day add "pattern": "hour"')
    else if (values.some(value => typeof value === 'string' && !(weekday.test(value) || isDate(value))))
      findings.warn(bounds, 'is neither two dates nor two days of the week, such as ["sat", "mon"]')
  }
}

/** Warns of an overlaying axis without traces, if several traces are on the other axis. */
function checkOverlay(figure: FigureView, { place, letter, id, traces }: AxisView): void {
  const { tree, findings, layout, frames } = figure
  const over = tree.string(tree.member(place, 'overlaying'))
  if (over === null || over === 'free' || traces.length > 0 || frames !== none) return
  if (figure.types.has('splom') || tree.member(layout, 'grid') !== none) return
  if (tree.member(place, 'matches') !== none || !/^[xy]\d*$/.test(over)) return
  const named = placedLists.some(list => {
    const items = tree.member(layout, list)
    if (!tree.is(items, kinds.array)) return false
    for (let item = tree.first(items); item !== none; item = tree.next(item))
      if (tree.string(tree.member(item, `${letter}ref`))?.split(' ')[0] === id) return true
    return false
  })
  const beneath = figure.traces.filter(trace => axisIdOf(tree, trace, letter) === over)
  if (!named && beneath.length > 1)
    findings.warn(
      place,
      `is not drawn, because no trace uses it; send "${letter}axis": "${id}" in the traces that belong to it`,
    )
}
