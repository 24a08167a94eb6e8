/** The costs of stacked lines with different positions: the library adds to each the positions of all others. */

import { type FigureTree, none } from '../../tree/figure-tree.ts'
import { valuesOf } from '../data/arrays.ts'
import { isHidden } from '../views.ts'
import { type Cost, costOf, type EstimatedFigure, type EstimatedTrace } from './cost.ts'
import { textAt } from './templates.ts'

/** Measured: 50 lines, each with 100 positions of its own, 3.5 s, 100 of 100 11.4 s, 20 of 500 7.9 s. */
const addedMs = 0.015

/** One cost per stack. */
export function stackCosts({ tree, traces }: EstimatedFigure): readonly Cost[] {
  const of = ({ place, template }: EstimatedTrace, name: string) => textAt(tree, place, template, name) ?? ''
  const stacked = traces.filter(
    trace => trace.type === 'scatter' && of(trace, 'stackgroup') !== '' && !isHidden(tree, trace.place),
  )
  const stacks = Map.groupBy(stacked, trace =>
    ['stackgroup', 'orientation', 'xaxis', 'yaxis'].map(name => of(trace, name)).join(),
  )
  return [...stacks.values()].map(stack => costOfStack(tree, stack, of(stack[0]!, 'orientation')))
}

function costOfStack(tree: FigureTree, stack: readonly EstimatedTrace[], orientation: string): Cost {
  const name = orientation === 'h' ? 'y' : 'x'
  const lists = stack.map(({ place }) => tree.member(place, name)).filter(place => place !== none)
  const positions = new Set<unknown>()
  let own = 0
  for (const list of lists) {
    const values = valuesOf(tree, list)
    own += values.length
    for (const value of values) positions.add(value)
  }
  const added = positions.size * lists.length - own
  return costOf(stack[0]!.place, Math.max(0, added), 'positions of other lines in a stack', addedMs)
}
