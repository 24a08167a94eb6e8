/** Traces on logarithmic axes. */

import { kinds } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import type { FigureView, TraceView } from '../views.ts'
import { axisTypeOf } from './names.ts'

/** Warns of data that is not positive on a logarithmic axis. */
export function checkLogarithms(figure: FigureView, trace: TraceView): void {
  const { tree, findings } = figure
  if (findings.enough) return
  for (const letter of ['x', 'y'] as const) {
    const data = tree.member(trace.place, letter)
    if (!tree.is(data, kinds.array) || tree.mask(data) & ~(kinds.number | kinds.null)) continue
    if (axisTypeOf(figure, trace, letter) !== 'log') continue
    const numbers = headOf(tree, data).filter(each => typeof each === 'number')
    const isWhole = tree.end(data) - tree.start(data) < 4_096
    if (isWhole && numbers.length > 0 && numbers.every(each => each <= 0))
      findings.warn(data, 'contains no number above 0, so a logarithmic axis shows none of them')
  }
}
