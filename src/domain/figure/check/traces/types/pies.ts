/** Checks pies and funnel areas. */

import { isColour } from '../../../../../plotly/schema/colours.ts'
import { kinds, none } from '../../../tree/figure-tree.ts'
import { headOf, isReadWhole } from '../../../tree/head.ts'
import { warnOfFirst, warnOfNoSize } from '../../data/first-wrong.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Checks the values and labels of slices. */
export function checkSlices(figure: FigureView, trace: TraceView): void {
  const { tree, findings } = figure
  const { place, type } = trace
  const step = tree.member(place, 'dlabel')
  if (tree.number(step) === 0 && tree.member(place, 'labels') === none)
    findings.error(step, 'is not a step between labels; send another number, or labels')
  warnOfNoSize(findings, tree.member(place, 'values'), 'slice')
  const isNoColour = (each: unknown) => each !== null && each !== '' && !isColour(each)
  warnOfFirst(
    findings,
    tree.at(place, 'marker', 'colors'),
    isNoColour,
    'is not a colour; send a CSS colour such as "#1f77b4"; the default is used',
  )
  checkSum(figure, trace)
  const position = tree.member(place, 'textposition')
  if (type === 'funnelarea' && tree.is(position, kinds.array))
    findings.warn(
      position,
      'contains several values, but a single value is expected here; the default is used',
    )
}

/** Warns of values that are all 0. Figures with frames are skipped, since a frame may bring others. */
function checkSum({ tree, findings, frames }: FigureView, { place }: TraceView): void {
  const values = tree.member(place, 'values')
  if (!isReadWhole(tree, values) || tree.mask(values) !== kinds.number || frames !== none) return
  if (headOf(tree, values).every(each => each === 0))
    findings.warn(values, 'shows nothing, because no value is above 0')
}
