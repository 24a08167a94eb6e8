/** Checks violins. */

import { kinds, none } from '../../../tree/figure-tree.ts'
import { maxCells } from '../../costs/budgets.ts'
import { lengthOf } from '../../data/arrays.ts'
import { positionOf, spreadOf } from '../../data/numbers.ts'
import type { FigureView, TraceView } from '../../views.ts'

/**
 * Refuses a span that takes too long. A violin's density is computed at every third of its bandwidth from all points, and the
 * bandwidth is at least a ten-thousandth of the data's extent, so only a much wider span is expensive.
 */
export function checkViolin({ tree, findings }: FigureView, { place }: TraceView): void {
  const values = ['y', 'x'].map(name => tree.member(place, name)).find(data => data !== none) ?? none
  const span = tree.member(place, 'span')
  if (span === none || !tree.is(span, kinds.array)) return
  const spread = spreadOf(tree, values)
  const points = lengthOf(tree, values) ?? 0
  const [from, to] = tree.value(span) as unknown[]
  if (positionOf(from) > positionOf(to)) {
    findings.error(span, `ends before it begins; send ${JSON.stringify([to, from])}`)
    return
  }
  const length = spread ? spread[1] - spread[0] : 0
  const bandwidth = Math.max(tree.number(tree.member(place, 'bandwidth')) ?? length / 20, length / 10_000)
  const steps = spanLength(tree.value(span) as unknown[]) / (bandwidth / 3)
  if (steps * points > maxCells)
    findings.error(
      span,
      `makes about ${Number(steps.toPrecision(2))} steps of ${points} points each, more than can be drawn; send a range closer to the data`,
    )
}

const spanLength = ([from, to]: readonly unknown[]) => {
  const length = Math.abs(Number(to ?? Number.NaN) - Number(from ?? Number.NaN))
  return Number.isFinite(length) ? length : 0
}
