/** Checks indicators. */

import { kinds, none } from '../../tree/figure-tree.ts'
import type { FigureView, TraceView } from '../views.ts'

/** Warns of a gauge or delta that the mode, by default only a number, does not show. */
export function checkMode({ tree, findings, layout }: FigureView, { place }: TraceView): void {
  if (tree.member(place, 'mode') !== none || tree.member(layout, 'template') !== none) return
  for (const name of ['gauge', 'delta']) {
    const part = tree.member(place, name)
    if (tree.is(part, kinds.object) && tree.first(part) !== none)
      findings.warn(part, `is only drawn if mode contains it; set "mode": "number+${name}"`)
  }
}
