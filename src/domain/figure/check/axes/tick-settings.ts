/** Warns of ticks that are not on the axis, and of formats that its ticks do not take. */

import { isNumeric } from '../../../../plotly/schema/values.ts'
import { none, type Place } from '../../tree/figure-tree.ts'
import { headOf, isReadWhole } from '../../tree/head.ts'
import { spreadOf } from '../data/numbers.ts'
import type { FigureView } from '../views.ts'
import { type AxisView, extentOfAxis } from './kinds.ts'
import { firstDateMs } from './ranges.ts'

/** Checks `tickvals`. */
export function checkTickPlaces(figure: FigureView, axis: AxisView): void {
  const { tree, findings } = figure
  const ticks = tree.member(axis.place, 'tickvals')
  if (ticks === none || !isReadWhole(tree, ticks) || tree.count(ticks) === 0 || axis.traces.length === 0)
    return
  const values = headOf(tree, ticks)
  if (axis.kind === 'number' || axis.kind === 'log') {
    if (values.every(value => typeof value === 'string' && !isNumeric(value)))
      findings.warn(ticks, 'contains no numbers, which this axis needs, so no tick is drawn')
  } else if (
    axis.kind === 'date' &&
    values.every(value => isNumeric(value) && Math.abs(Number(value)) < firstDateMs)
  ) {
    const extent = extentOfAxis(figure, axis)
    if (extent && extent[0] > firstDateMs)
      findings.warn(ticks, 'contains dates in 1970, so no tick is drawn; send dates such as "2024-01-31"')
  }
}

/** Matches directives of date formats, such as %Y. */
const dated = /%[-_0]?[aAbBcdeHIjLmMpqQsSuUVwWxXyYZ]/

/** Checks `tickformat`. Date formats are ignored on axes of numbers; number formats are shown literally on axes of dates. */
export function checkTickFormat(figure: FigureView, axis: AxisView): void {
  const { tree, findings } = figure
  const { place, kind, traces } = axis
  const format = tree.member(place, 'tickformat')
  const text = format === none || traces.length === 0 ? null : tree.string(format)
  if (!text) return
  if (kind === 'date' && /^[-+$,.#\d\s]*[a-z%]?$/i.test(text) && !dated.test(text))
    findings.warn(
      format,
      'is a number format, which a date axis prints as it is; send a date format such as "%Y-%m-%d"',
    )
  else if ((kind === 'number' || kind === 'log') && dated.test(text))
    findings.warn(format, 'is a date format, which is ignored on a numeric axis; send one such as ".2f"')
  else if (kind === 'number') checkShares(figure, axis, format, text)
}

/** Warns of percentages under a `%` format, which multiplies by 100, and of a second percent sign. */
function checkShares(figure: FigureView, axis: AxisView, format: Place, text: string): void {
  const { tree, findings } = figure
  if (!text.endsWith('%')) return
  const suffix = tree.member(axis.place, 'ticksuffix')
  if (tree.string(suffix)?.trimStart().startsWith('%')) {
    findings.warn(suffix, `is printed after the percent sign of "${text}", as %%; leave one of them out`)
    return
  }
  const extent = extentOfAxis(figure, axis) ?? extentOfBars(figure, axis)
  if (extent && extent[0] >= 0 && extent[1] >= minPercents && extent[1] <= 100)
    findings.warn(
      format,
      `writes ${extent[1]} as ${extent[1] * 100}%; for numbers that are percentages already, set "ticksuffix": "%" instead`,
    )
}

/** The least and the greatest length of bars; null where there are other traces, or bars are normalized. */
function extentOfBars(
  { tree, layout }: FigureView,
  { traces, letter }: AxisView,
): readonly [number, number] | null {
  if (tree.member(layout, 'barnorm') !== none || traces.some(({ type }) => type !== 'bar')) return null
  const spreads = traces.map(({ place }) => spreadOf(tree, tree.member(place, letter)))
  return spreads.reduce(
    (all, each) => all && each && [Math.min(all[0], each[0]), Math.max(all[1], each[1])],
    spreads[0] ?? null,
  )
}

/** Data between 0 and 100 that reaches this value is read as percentages. */
const minPercents = 20
