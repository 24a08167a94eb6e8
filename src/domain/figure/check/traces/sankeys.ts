/** Checks the links of Sankey diagrams. */

import { counted } from '../../faults.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf, isReadWhole } from '../../tree/head.ts'
import { hasTooManyCircuits } from '../costs/circuits.ts'
import { lengthOf, numbersOf } from '../data/arrays.ts'
import { warnOfFirst } from '../data/first-wrong.ts'
import type { Findings } from '../findings.ts'
import type { FigureView, TraceView } from '../views.ts'

/** The maximum node index, because the library creates all nodes up to the largest index. */
const maxNodes = 10_000

/** Checks the node indices of links. */
export function checkSankey({ tree, findings }: FigureView, { place }: TraceView): void {
  const ends = ['source', 'target'].map(name => lengthOf(tree, tree.at(place, 'link', name)))
  checkNoLinks(tree, findings, place)
  // Nothing is drawn, so the library does not fail.
  if (!ends.every(length => length)) return
  const label = tree.at(place, 'node', 'label')
  const labels = label === none ? null : lengthOf(tree, label)
  for (const name of ['source', 'target']) {
    const data = tree.at(place, 'link', name)
    if (data === none || lengthOf(tree, data) === null) continue
    const numbers = numbersOf(tree, data)
    const wrong = numbers.findIndex(n => !(Number.isInteger(n) && n >= 0 && n < maxNodes))
    if (wrong !== -1) {
      findings.error(
        data,
        `${Number.isNaN(numbers[wrong]) ? 'this value' : numbers[wrong]} is not a node; send whole numbers from 0${labels ? ` to ${labels - 1}, indices of node.label` : ''}`,
        wrong,
      )
      continue
    }
    const unnamed = labels === null ? -1 : numbers.findIndex(n => n >= labels)
    if (unnamed !== -1)
      findings.warn(
        data,
        `node ${numbers[unnamed]} has no label: node.label has ${labels}, counted from 0`,
        unnamed,
      )
  }
}

/** Refuses an empty typed array among the links, on which the library fails. */
function checkNoLinks(tree: FigureTree, findings: Findings, trace: Place): void {
  for (const name of ['source', 'target', 'value']) {
    const data = tree.at(trace, 'link', name)
    if (tree.is(data, kinds.object) && lengthOf(tree, data) === 0)
      findings.error(data, 'is empty; send a value for each link, or leave link out')
  }
}

/** Warns of links without width, and of fewer colours than nodes. */
export function checkFlows({ tree, findings }: FigureView, { place }: TraceView): void {
  const values = tree.at(place, 'link', 'value')
  checkNodes(tree, findings, tree.member(place, 'node'))
  const isNegative = (each: unknown) => typeof each === 'number' && each < 0
  warnOfFirst(
    findings,
    values,
    isNegative,
    'is not the width of a link, so it is not drawn; send a positive number',
  )
  if (!isReadWhole(tree, values)) return
  if (tree.count(values) > 0 && headOf(tree, values).every(each => !(Number(each) > 0)))
    findings.warn(values, 'shows nothing: no link has a value above 0')
}

function checkNodes(tree: FigureTree, findings: Findings, node: Place): void {
  if (node === none) return
  const [labels, colours] = ['label', 'color'].map(name => lengthOf(tree, tree.member(node, name)) ?? 0) as [
    number,
    number,
  ]
  if (colours > 0 && colours < labels)
    findings.warn(
      tree.member(node, 'color'),
      `has ${counted(colours, 'value')} for ${counted(labels, 'node')}, so the others are black; send one for each`,
    )
}

/** Warns of links that lead round in so many ways that the library does not find all of them in time. */
export function checkCircuits({ tree, findings }: FigureView, { place }: TraceView): void {
  const link = tree.member(place, 'link')
  const [sources, targets] = ['source', 'target'].map(name => {
    const data = tree.member(link, name)
    return lengthOf(tree, data) ? numbersOf(tree, data) : new Float64Array()
  }) as [Float64Array, Float64Array]
  if (!findings.enough && hasTooManyCircuits(sources, targets))
    findings.warn(
      link,
      'leads from nodes back to them in too many ways to be drawn in time; leave out links that lead back, or send both directions as two nodes',
    )
}
