/** Refuses `minallowed` and `maxallowed` that leave an axis without a length. */

import { none, type Place } from '../../tree/figure-tree.ts'
import { positionOf, spreadOf } from '../data/numbers.ts'
import type { FigureView, TraceView } from '../views.ts'
import { tracesOn } from './named-parts.ts'

/** Checks cartesian axes and the radial axes of polar subplots. */
export function checkAxisLimits(figure: FigureView): void {
  const { tree, parts } = figure
  for (const { place, letter, id } of parts.axes)
    checkLimits(figure, place, letter, () => tracesOn(figure, `${letter}axis`, letter, id))
  for (const { place, kind, id } of parts.others) {
    if (kind !== 'polar') continue
    const axis = tree.member(place, 'radialaxis')
    checkLimits(figure, axis, 'r', () => tracesOn(figure, 'subplot', 'polar', id))
  }
}

/** Beyond this, adjacent integers are not distinguishable. */
const lastWhole = Number.MAX_SAFE_INTEGER

function checkLimits(
  { tree, findings }: FigureView,
  axis: Place,
  letter: string,
  tracesOf: () => readonly TraceView[],
): void {
  const [min, max] = ['minallowed', 'maxallowed'].map(name => tree.member(axis, name)) as [Place, Place]
  if (min === none && max === none) return
  const [from, to] = [min, max].map(place =>
    place === none ? Number.NaN : positionOf(tree.value(place)),
  ) as [number, number]
  if (from === to)
    findings.error(
      max,
      'equals minallowed, so the axis has no length; send another value, or leave one of them out',
    )
  const spreads = () =>
    tracesOf()
      .map(({ place }) => spreadOf(tree, tree.member(place, letter)))
      .filter(spread => spread !== null)
  if (from > lastWhole && spreads().every(([, end]) => end <= from))
    findings.error(
      min,
      'is far beyond the data, where no axis can be drawn; send a smaller value, or leave it out',
    )
  if (to < -lastWhole && spreads().every(([begin]) => begin >= to))
    findings.error(
      max,
      'is far beyond the data, where no axis can be drawn; send a larger value, or leave it out',
    )
}
