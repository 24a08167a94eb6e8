/** Checks selected points. */

import { containers, kinds, none } from '../../tree/figure-tree.ts'
import { maxPoints } from '../costs/budgets.ts'
import { warnOfFirst } from '../data/first-wrong.ts'
import type { FigureView, TraceView } from '../views.ts'

/** Checks that `selectedpoints` is a list of indices. */
export function checkSelection({ tree, findings }: FigureView, { place, type }: TraceView): void {
  const selected = tree.member(place, 'selectedpoints')
  if (selected !== none && !tree.is(selected, containers | kinds.false)) {
    if (type === 'splom' && tree.is(selected, kinds.number))
      findings.error(selected, 'is not an array of point numbers; send one, such as [0, 2]')
    else findings.warn(selected, 'is not an array of point numbers, so none is selected')
  }
  const isNone = (each: unknown) => !(Number.isInteger(each) && Number(each) >= 0 && Number(each) < maxPoints)
  warnOfFirst(findings, selected, isNone, 'is not a point number, so it selects nothing')
}
