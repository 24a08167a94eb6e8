/** Limits on the size of figures. */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { typedLength } from '../data/typed-arrays.ts'
import type { FigureView } from '../views.ts'

/** The limits of a figure (contract, `invalid_figure`). */
export const maxTraces = 2_000
export const maxPoints = 2_000_000

/** Refuses more than 2,000 traces or 2 million points (contract, `invalid_figure`). */
export function checkBudgets(figure: FigureView): void {
  const { tree, findings, data } = figure
  if (data === none) return
  const count = tree.count(data)
  if (count > maxTraces) {
    findings.error(
      data,
      `${count} traces are more than ${maxTraces}; join traces, with null between their lines`,
    )
    return
  }
  const points = pointsOf(figure)
  if (points > maxPoints) {
    findings.error(data, `${points} points are more than ${maxPoints}; aggregate or sample them first`)
  }
}

/** The maximum number of cells (times steps) of computations, so that they end in time. */
export const maxCells = 50_000_000

/** The number of points: the sum of the largest attribute of each trace. */
function pointsOf({ tree, typedArrays, data }: FigureView): number {
  const typed = new Map<Place, number>()
  for (const place of typedArrays) {
    const attribute = attributeOver(tree, place, data)
    typed.set(attribute, (typed.get(attribute) ?? 0) + typedLength(tree, place))
  }
  let points = 0
  for (let trace = tree.first(data); trace !== none; trace = tree.next(trace)) {
    if (!tree.is(trace, kinds.object)) continue
    let max = 0
    for (let member = tree.first(trace); member !== none; member = tree.next(member)) {
      const values = tree.values(member) + (typed.size > 0 ? (typed.get(member) ?? 0) : 0)
      if (values > max) max = values
    }
    points += max
  }
  return points
}

/** The top-level attribute of the trace that contains a place; `none` outside of traces. */
function attributeOver(tree: FigureTree, place: Place, data: Place): Place {
  let here = place
  let trace = tree.parent(here)
  while (trace !== none && tree.parent(trace) !== data) {
    here = trace
    trace = tree.parent(here)
  }
  return trace === none ? none : here
}
