/** Checks pies and funnel areas. */

import { kinds, none } from '../../tree/figure-tree.ts'
import { warnOfFirst } from '../data/first-wrong.ts'
import type { FigureView, TraceView } from '../views.ts'

/** Checks the values and labels of slices. */
export function checkSlices({ tree, findings }: FigureView, { place, type }: TraceView): void {
  const step = tree.member(place, 'dlabel')
  if (tree.number(step) === 0 && tree.member(place, 'labels') === none)
    findings.error(step, 'is no step from one label to the next; send another number, or labels')
  const isWrong = (each: unknown) => each !== null && !(Number(each) >= 0)
  const message = 'is no slice, so it is left out; send numbers from 0 on'
  warnOfFirst(findings, tree.member(place, 'values'), isWrong, message)
  const position = tree.member(place, 'textposition')
  if (type === 'funnelarea' && tree.is(position, kinds.array))
    findings.warn(position, 'holds several values, but one for all is taken here; the default is drawn')
}
