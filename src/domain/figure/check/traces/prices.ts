/** Checks candlestick and OHLC traces. */

import { kinds } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import type { FigureView, TraceView } from '../views.ts'

/** Warns of a high price below the low one. */
export function checkPrices({ tree, findings }: FigureView, { place }: TraceView): void {
  const [high, low] = [tree.member(place, 'high'), tree.member(place, 'low')]
  if (findings.enough || !tree.is(high, kinds.array) || !tree.is(low, kinds.array)) return
  const [highs, lows] = [headOf(tree, high), headOf(tree, low)]
  const wrong = highs.findIndex(
    (each, i) => each !== null && lows[i] != null && Number(each) < Number(lows[i]),
  )
  if (wrong !== -1)
    findings.warn(
      high,
      `${highs[wrong]} is less than the low of this bar, ${lows[wrong]}; are high and low swapped?`,
      wrong,
    )
}
