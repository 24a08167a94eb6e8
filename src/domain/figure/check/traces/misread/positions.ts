/** Warns of positions that are accepted and drawn elsewhere: steps between dates, and names that look like numbers. */

import { isNumeric } from '../../../../../plotly/schema/values.ts'
import { quotedValue } from '../../../faults.ts'
import { type FigureTree, kinds, none, type Place } from '../../../tree/figure-tree.ts'
import { headOf } from '../../../tree/head.ts'
import { axisOf } from '../../axes/names.ts'
import { isDate } from '../../data/dates.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** A day without a time. */
const day = /^\d{4}-\d{1,2}(?:-\d{1,2})?$/
/** In milliseconds. Who has several points a second begins at a time of the day. */
const shortest = 1_000

/** Warns of steps from a day that are meant as days and are milliseconds. */
export function checkSteps({ tree, findings }: FigureView, { place }: TraceView): void {
  for (const letter of ['x', 'y']) {
    const [first, step] = [tree.string(tree.member(place, `${letter}0`)), tree.member(place, `d${letter}`)]
    if (first === null || !day.test(first) || !isDate(first) || findings.enough) continue
    const size = tree.number(step)
    if (size !== null && size > 0 && size < shortest)
      findings.warn(
        step,
        `is ${size} ms, because steps between dates are milliseconds; a day is 86400000; for months, send a list of dates`,
      )
  }
}

/** Matches 01234: a postal code, not a number. */
const padded = /^0\d+$/

/** Warns of codes that begin with a zero, which are read as numbers. */
export function checkCodes(figure: FigureView, trace: TraceView): void {
  const { tree, findings, layout } = figure
  for (const letter of ['x', 'y'] as const) {
    const data = tree.member(trace.place, letter)
    if (findings.enough || !tree.is(data, kinds.array) || tree.mask(data) !== kinds.string) continue
    const axis = axisOf(figure, trace, letter)
    if (tree.member(axis, 'type') !== none || isStrict(tree, layout) || isStrict(tree, axis)) continue
    const values = headOf(tree, data)
    const code = values.findIndex(each => padded.test(each as string))
    if (code === -1 || !values.every(isNumeric)) continue
    const name = axis === none ? `${letter}axis` : tree.key(axis)
    findings.warn(
      data,
      () =>
        `${quotedValue(values[code])} is drawn as the number ${Number(values[code])}; for names, set layout.${name}.type: "category"`,
      code,
    )
  }
}

const isStrict = (tree: FigureTree, part: Place): boolean =>
  tree.string(tree.member(part, 'autotypenumbers')) === 'strict'
