/** Checks histograms. */

import { none, type Place } from '../../../tree/figure-tree.ts'
import { lengthOf } from '../../data/arrays.ts'
import { positionOf, stepOf } from '../../data/numbers.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Warns of a histogram with values in both directions that are not aggregated, because only one is counted. */
export function checkAggregation({ tree, findings }: FigureView, { place }: TraceView): void {
  const lies = tree.string(tree.member(place, 'orientation')) === 'h'
  const [counted, other] = (lies ? ['y', 'x'] : ['x', 'y']) as [string, string]
  const how = tree.string(tree.member(place, 'histfunc')) ?? 'count'
  const data = tree.member(place, other)
  checkValuesOf(how)
  if (how !== 'count' || !lengthOf(tree, tree.member(place, counted)) || !lengthOf(tree, data)) return
  findings.warn(
    data,
    `is not drawn, only how often each ${counted} occurs; set "histfunc": "sum" to add these values up, or send a bar trace`,
  )

  /** Warns of a function without values to aggregate. */
  function checkValuesOf(func: string): void {
    if (func === 'count' || data !== none || findings.enough || !lengthOf(tree, tree.member(place, counted)))
      return
    if (aggregations.has(func))
      findings.warn(
        tree.member(place, 'histfunc'),
        `needs ${other}, the values to aggregate, so occurrences are counted instead`,
      )
  }
}

const aggregations: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max'])

/** Refuses two-dimensional bins that have no cells, and warns of histograms without bins. */
export function checkBins({ tree, findings }: FigureView, { place, type }: TraceView): void {
  for (const name of ['xbins', 'ybins']) {
    const [start, end, size] = ['start', 'end', 'size'].map(which => tree.at(place, name, which)) as [
      Place,
      Place,
      Place,
    ]
    const [from, to] = [start, end].map(each =>
      each === none ? Number.NaN : positionOf(tree.value(each)),
    ) as [number, number]
    if (to <= from && type === 'histogram')
      findings.warn(
        end,
        `is not above the start, so no bar is drawn; send a larger number, or leave ${name} out`,
      )
    else if (to <= from)
      findings.error(end, `is not above the start; send a larger number, or leave ${name} out`)
    else if (type === 'histogram2dcontour' && size !== none && stepOf(tree.value(size)) >= to - from)
      findings.warn(size, 'makes a single bin, so nothing is drawn between bins; send a smaller value')
  }
}
