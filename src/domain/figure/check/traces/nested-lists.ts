/** Checks nested lists where a trace needs a flat one. */

import { axisOfSamples, parallelData } from '../../../../plotly/schema/trace-data.ts'
import { counted } from '../../faults.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { dataAt, isFlat, lengthOf } from '../data/arrays.ts'
import type { FigureView, TraceView } from '../views.ts'

/**
 * Warns of nested lists in x and y, which the library reads as two-level categories. They are wrong if they contain numbers
 * or more than two lists.
 */
export function checkNesting({ tree, findings }: FigureView, { place, type }: TraceView): void {
  const samples = type === 'box' ? samplesOfBoxes(tree, place) : null
  const data = ['x', 'y']
    .filter(letter => letter !== samples)
    .map(letter => tree.member(place, letter))
    .filter(each => each !== none)
  for (const lists of data) {
    const count = findings.enough || isFlat(tree, lists) ? 0 : (lengthOf(tree, lists) ?? 0)
    if (count === 0 || (tree.is(lists, kinds.array) && tree.mask(lists) !== kinds.array)) continue
    if (onGrids.has(type) && holdsNumbers(tree, lists))
      findings.warn(
        lists,
        `contains a list for each row, as a mesh grid does, so nothing is drawn; send ${type === 'quiver' ? 'flat lists of x, y, u and v' : tree.key(lists) === 'x' ? 'its first row' : 'its first column'}`,
      )
    else if (count !== 2)
      findings.warn(
        lists,
        `contains ${counted(count, 'list')}, but the charting library reads two; ${oneList}`,
      )
    else if (data.length === 1 && holdsNumbers(tree, lists))
      findings.warn(
        lists,
        `contains two lists of numbers, which are drawn as names of categories; ${oneList}`,
      )
  }
}

/** The name of the lists with the samples of each box; null for boxes without given quartiles. */
function samplesOfBoxes(tree: FigureTree, trace: Place): 'x' | 'y' | null {
  if (!['q1', 'median', 'q3'].every(name => lengthOf(tree, tree.member(trace, name)))) return null
  const isNested = (letter: 'x' | 'y') => {
    const lists = tree.member(trace, letter)
    return lists !== none && !isFlat(tree, lists)
  }
  const orientation = tree.string(tree.member(trace, 'orientation'))
  return axisOfSamples(orientation, { x: isNested('x'), y: isNested('y') })
}

/** Types for which other libraries take positions as mesh grids. */
const onGrids: ReadonlySet<string> = new Set(['heatmap', 'contour', 'quiver'])

const oneList = 'send one list: [ … ], and one trace for each'

/** Whether the first and the last value are numbers. */
function holdsNumbers(tree: FigureTree, lists: Place): boolean {
  if (!tree.is(lists, kinds.array)) return true
  const [start, end] = [tree.start(lists), tree.end(lists)]
  const text = (from: number, to: number) => tree.bytes.toString('latin1', from, to)
  return (
    /^\[\s*\[\s*[-\d]/.test(text(start, start + 100)) &&
    /\d\s*\]\s*\]$/.test(text(Math.max(start, end - 100), end))
  )
}

/** Warns of nested lists in traces on other subplots. */
export function checkNestedLists({ tree, findings }: FigureView, { place, type }: TraceView): void {
  for (const name of parallelData[type]?.[0] ?? []) {
    const data = dataAt(tree, place, name)
    if (findings.enough || isFlat(tree, data) || !lengthOf(tree, data)) continue
    findings.warn(
      data,
      'contains lists where values are expected, so these points are not drawn; send one list: [ … ]',
    )
  }
}
