/** Checks `xperiod` and `yperiod`. */

import { kinds, none } from '../../tree/figure-tree.ts'
import { stepOf } from '../data/numbers.ts'
import type { FigureView, TraceView } from '../views.ts'

/** The range of dates: the years 0 to 9999. */
const longestPeriod = 10_000 * 365.25 * 86_400_000

/** Checks that a period is a number of months or milliseconds. */
export function checkPeriods({ tree, findings }: FigureView, { place }: TraceView): void {
  for (const letter of ['x', 'y']) {
    const period = tree.member(place, `${letter}period`)
    if (period === none) continue
    const text = tree.string(period)
    const length = text === null ? (tree.number(period) ?? 0) : stepOf(text)
    // The library searches a point's period step by step, and too small a step never ends. A period of 0 is ignored.
    const isNone =
      length < 0 || (length === 0 && text !== null) || (length > 0 && length < 1) || length > longestPeriod
    if (isNone) findings.error(period, 'is not a length; send milliseconds, or months as "M1"')
    else if (text === null ? !tree.is(period, kinds.number) : !/^(?:M\d+|\d+)$/.test(text))
      findings.warn(period, 'is not a period, so it is ignored; send milliseconds, or months as "M1"')
  }
}
