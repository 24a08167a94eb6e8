/** Checks candlestick and OHLC traces. */

import { shortened } from '../../../faults.ts'
import { none } from '../../../tree/figure-tree.ts'
import { firstValues, lengthOf } from '../../data/arrays.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Warns of a high price below another one of its bar, and of a low price above another one. */
export function checkPrices({ tree, findings }: FigureView, { place }: TraceView): void {
  if (findings.enough) return
  const [high, low, open, close] = ['high', 'low', 'open', 'close'].map(name => tree.member(place, name))
  if (high === undefined || low === undefined || high === none || low === none) return
  if (lengthOf(tree, high) === null || lengthOf(tree, low) === null) return
  const valuesOf = (data = none) => (lengthOf(tree, data) === null ? [] : firstValues(tree, data))
  const [highs, lows] = [valuesOf(high), valuesOf(low)]
  const crossed = highs.findIndex((each, bar) => isLess(each, lows[bar]))
  if (crossed !== -1) {
    findings.warn(
      high,
      `${shortened(String(highs[crossed]))} is less than the low of this bar, ${shortened(String(lows[crossed]))}; are high and low swapped?`,
      crossed,
    )
    return
  }
  for (const data of [open, close] as const) {
    const values = valuesOf(data)
    const outside = values.findIndex((each, bar) => isLess(highs[bar], each) || isLess(each, lows[bar]))
    if (data === undefined || outside === -1 || findings.enough) continue
    findings.warn(
      data,
      `${shortened(String(values[outside]))} is not between the low and the high of this bar, ${shortened(String(lows[outside]))} and ${shortened(String(highs[outside]))}; are the columns in order?`,
      outside,
    )
  }
}

const isLess = (one: unknown, other: unknown): boolean =>
  one != null && other != null && one !== '' && other !== '' && Number(one) < Number(other)
