/** Checks indicators. */

import { kinds, none } from '../../../tree/figure-tree.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Warns of a gauge or delta that the mode, by default only a number, does not show. */
export function checkMode({ tree, findings, layout }: FigureView, { place }: TraceView): void {
  if (tree.member(place, 'mode') !== none || tree.at(layout, 'template', 'data', 'indicator') !== none) return
  for (const name of ['gauge', 'delta']) {
    const part = tree.member(place, name)
    if (tree.is(part, kinds.object) && tree.first(part) !== none)
      findings.warn(part, `is only drawn if mode contains it; set "mode": "number+${name}"`)
  }
}

/** Warns of a delta and a threshold that have nothing to compare with. */
export function checkComparison({ tree, findings, layout, frames }: FigureView, { place }: TraceView): void {
  if (frames !== none || findings.enough || tree.at(layout, 'template', 'data', 'indicator') !== none) return
  const mode = tree.string(tree.member(place, 'mode')) ?? ''
  if (mode.includes('delta') && tree.at(place, 'delta', 'reference') === none)
    findings.warn(
      place,
      'shows no difference, because delta has no reference; send "delta": {"reference": …}',
    )
  const threshold = tree.at(place, 'gauge', 'threshold')
  if (threshold !== none && tree.at(threshold, 'line') !== none && tree.at(threshold, 'value') === none)
    findings.warn(threshold, 'is not drawn, because it has no value')
}
