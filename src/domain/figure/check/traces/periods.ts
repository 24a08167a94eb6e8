/** Points that stand for a period of time, such as a month. */

import { kinds, none } from '../../tree/figure-tree.ts'
import { stepOf } from '../data/numbers.ts'
import type { FigureView, TraceView } from '../views.ts'

/** The years 0 to 9999, which dates can tell. */
const longestPeriod = 10_000 * 365.25 * 86_400_000

/** Points of a period are moved in it: whole months, or milliseconds, of dates. */
export function checkPeriods({ tree, findings }: FigureView, { place }: TraceView): void {
  for (const letter of ['x', 'y']) {
    const period = tree.member(place, `${letter}period`)
    if (period === none) continue
    const text = tree.string(period)
    const length = text === null ? (tree.number(period) ?? 0) : stepOf(text)
    // The library looks for a point's period step by step, and adds what is too little to get on. At 0 it does not look.
    const isNone =
      length < 0 || (length === 0 && text !== null) || (length > 0 && length < 1) || length > longestPeriod
    if (isNone) findings.error(period, 'is no length; send milliseconds, or months as "M1"')
    else if (text === null ? !tree.is(period, kinds.number) : !/^(?:M\d+|\d+)$/.test(text))
      findings.warn(period, 'is no period, so it is left out; send milliseconds, or months as "M1"')
  }
}
