/** Checks error bars. */

import { isNumeric } from '../../../../plotly/values.ts'
import { kinds, none } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import { axisOf } from '../axes/names.ts'
import { lengthOf } from '../data/arrays.ts'
import type { FigureView, TraceView } from '../views.ts'

/** Warns of error bars along dates or names, which have no lengths. */
export function checkErrors(figure: FigureView, trace: TraceView): void {
  const { tree, findings } = figure
  for (const letter of ['x', 'y'] as const) {
    const errors = tree.member(trace.place, `error_${letter}`)
    const isSent = ['array', 'value'].some(name => tree.member(errors, name) !== none)
    if (!isSent || tree.is(tree.member(errors, 'visible'), kinds.false)) continue
    const type = tree.string(tree.member(axisOf(figure, trace, letter), 'type')) ?? '-'
    const data = tree.member(trace.place, letter)
    const areWords = () =>
      lengthOf(tree, data) !== null &&
      tree.mask(data) === kinds.string &&
      headOf(tree, data).every(each => !isNumeric(each))
    if (type === '-' ? areWords() : type !== 'linear' && type !== 'log')
      findings.warn(errors, 'is not drawn, because error bars need a numeric axis')
  }
}
