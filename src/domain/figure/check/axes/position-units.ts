/** Warns of annotations, shapes and images whose position is in another unit than their axis, far away from the data. */

import { usualId } from '../../../../plotly/schema/older-spellings.ts'
import { isNumeric } from '../../../../plotly/schema/values.ts'
import { quotedValue } from '../../faults.ts'
import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import { isDate } from '../data/dates.ts'
import { positionOf, spreadOf } from '../data/numbers.ts'
import type { Letter } from '../layout-parts.ts'
import type { FigureView } from '../views.ts'
import { type AxisView, namesOf, viewOfAxis } from './kinds.ts'
import { axisInLayout } from './names.ts'
import { firstDateMs } from './ranges.ts'

const placed: Readonly<Record<string, readonly (readonly [letter: Letter, name: string])[]>> = {
  annotations: [
    ['x', 'x'],
    ['y', 'y'],
  ],
  shapes: [
    ['x', 'x0'],
    ['x', 'x1'],
    ['y', 'y0'],
    ['y', 'y1'],
  ],
  images: [
    ['x', 'x'],
    ['y', 'y'],
  ],
}

export function checkPositionUnits(figure: FigureView): void {
  const { tree, layout, findings } = figure
  const axes = new Map<string, AxisView>()
  for (const [name, coordinates] of Object.entries(placed)) {
    const list = tree.member(layout, name)
    if (!tree.is(list, kinds.array)) continue
    for (let item = tree.first(list); item !== none && !findings.enough; item = tree.next(item))
      for (const [letter, coordinate] of coordinates)
        checkPlace(tree.member(item, coordinate), item, letter, name)
  }

  function checkPlace(place: Place, item: Place, letter: Letter, list: string): void {
    if (!tree.is(place, kinds.number | kinds.string)) return
    const ref = usualId(
      tree.string(tree.member(item, `${letter}ref`)) ?? (list === 'images' ? 'paper' : letter),
    )
    // The position is in pixels from an anchor.
    if (tree.string(tree.member(item, `${letter}sizemode`)) === 'pixel') return
    if (/^(?:paper|[xy]\d* domain)$/.test(ref)) {
      if (list !== 'images') checkShare(figure, place, letter)
      return
    }
    if (!/^[xy]\d*$/.test(ref)) return
    const axis = axes.get(ref) ?? viewOf(ref, letter)
    axes.set(ref, axis)
    if (axis.traces.length === 0 || figure.frames !== none) return
    if (axis.kind === 'date') checkMoment(figure, axis, place)
    else if (axis.kind === 'category') checkName(figure, axis, place)
    else if (axis.kind === 'log' && list === 'annotations') checkPower(figure, axis, place)
  }

  function viewOf(id: string, letter: Letter): AxisView {
    return viewOfAxis(figure, { place: axisInLayout(tree, layout, id), letter, id })
  }
}

/** Positions that are this many times the plot's size away are not visible, even with wide margins. */
const farAway = 4

/** Checks a position relative to the plot, which is a share of its size and not data or pixels. */
function checkShare({ tree, findings }: FigureView, place: Place, letter: Letter): void {
  const share = tree.number(place)
  if (share !== null && Math.abs(share) > farAway)
    findings.warn(
      place,
      `is outside the image: it is a fraction of the plot, from 0 to 1; for a position in the data set "${letter}ref": "${letter}"`,
    )
}

/** Checks a number on a date axis. The library reads two and four digits as years, others as milliseconds since 1970. */
function checkMoment({ tree, findings }: FigureView, axis: AxisView, place: Place): void {
  const text = tree.string(place)
  if (text !== null && !isNumeric(text) && !isDate(text))
    findings.warn(place, `${quotedValue(text)} is not a date, so it is not drawn there; write 2024-12-31`)
  const number = tree.number(place)
  if (number === null || !(Math.abs(number) < firstDateMs) || /^\d{4}$/.test(String(number))) return
  const isYear = /^\d\d$/.test(String(number))
  const dates = axis.traces.flatMap(trace => {
    const data = tree.member(trace.place, axis.letter)
    return tree.is(data, kinds.array) ? headOf(tree, data) : []
  })
  const isLate = (value: unknown) => {
    const at = typeof value === 'string' ? positionOf(value) : Number.NaN
    return at > firstDateMs && !(isYear && new Date(at).getUTCFullYear() % 100 === number)
  }
  if (dates.length > 0 && dates.every(isLate))
    findings.warn(
      place,
      `is read as a ${isYear ? 'year' : 'date in 1970'}, far from the data; send a date such as ${quotedValue(dates[0])}`,
    )
}

/** Warns of a category that the axis does not have. */
function checkName(figure: FigureView, axis: AxisView, place: Place): void {
  const { tree, findings } = figure
  const name = tree.string(place)
  if (
    name === null ||
    isNumeric(name) ||
    isMatched(figure, axis) ||
    namesOf(figure, axis)?.has(name) !== false
  )
    return
  findings.warn(
    place,
    () => `${quotedValue(name)} is not one of the categories of this axis, so the middle of the axis is used`,
  )
}

/** Whether the axis matches another, whose categories it shares. */
const isMatched = ({ tree, parts }: FigureView, axis: AxisView): boolean =>
  tree.member(axis.place, 'matches') !== none ||
  parts.axes.some(other => tree.string(tree.member(other.place, 'matches')) === axis.id)

/** How many powers of ten an annotation may be above all data. */
const maxPowersAbove = 3

/** Checks an annotation on a logarithmic axis, whose position is the logarithm (unlike that of shapes). */
function checkPower({ tree, findings }: FigureView, axis: AxisView, place: Place): void {
  const power = tree.number(place)
  if (power === null || power <= maxPowersAbove) return
  const spreads = axis.traces.map(trace => spreadOf(tree, tree.member(trace.place, axis.letter)))
  const max = Math.max(...spreads.map(spread => spread?.[1] ?? Number.POSITIVE_INFINITY))
  if (power <= max * 2 && power > Math.log10(max) + maxPowersAbove)
    findings.warn(
      place,
      `is read as a power of ten, as all annotations on logarithmic axes are; for ${power} send ${Number(Math.log10(power).toPrecision(4))}`,
    )
}
