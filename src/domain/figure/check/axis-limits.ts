/** Limits that leave an axis without a length: the library finds no scale for it. */

import { none, type Place } from '../tree/figure-tree.ts'
import { tracesOn } from './named-parts.ts'
import { positionOf, spreadOf } from './numbers.ts'
import type { FigureView, TraceView } from './views.ts'

/** Of plots with two axes, and of the radial axes of polar plots. */
export function checkAxisLimits(figure: FigureView): void {
  const { tree, layout, findings } = figure
  if (layout === none) return
  for (let part = tree.first(layout); part !== none && !findings.enough; part = tree.next(part)) {
    const [, letter, number = ''] = /^([xy])axis(\d*)$/.exec(tree.key(part)) ?? []
    if (letter) checkLimits(figure, part, tracesOn(figure, `${letter}axis`, letter, letter + number), letter)
    else if (/^polar\d*$/.test(tree.key(part)))
      checkLimits(
        figure,
        tree.member(part, 'radialaxis'),
        tracesOn(figure, 'subplot', 'polar', tree.key(part)),
        'r',
      )
  }
}

/** Beyond it a number and the next are the same. */
const lastWhole = Number.MAX_SAFE_INTEGER

function checkLimits(
  { tree, findings }: FigureView,
  axis: Place,
  traces: readonly TraceView[],
  letter: string,
): void {
  const [least, most] = ['minallowed', 'maxallowed'].map(name => tree.member(axis, name)) as [Place, Place]
  const [from, to] = [least, most].map(place =>
    place === none ? Number.NaN : positionOf(tree.value(place)),
  ) as [number, number]
  if (from === to)
    findings.error(
      most,
      'is the same as minallowed, so the axis has no length; send another, or leave one out',
    )
  const spreads = () =>
    traces.map(({ place }) => spreadOf(tree, tree.member(place, letter))).filter(spread => spread !== null)
  if (from > lastWhole && spreads().every(([, end]) => end <= from))
    findings.error(least, 'lies beyond all data, where no axis can be drawn; send less, or leave it out')
  if (to < -lastWhole && spreads().every(([begin]) => begin >= to))
    findings.error(most, 'lies beyond all data, where no axis can be drawn; send more, or leave it out')
}
