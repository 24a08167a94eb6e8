/** Checks the links of Sankey diagrams. */

import { counted } from '../../../faults.ts'
import { type FigureTree, kinds, none, type Place } from '../../../tree/figure-tree.ts'
import { headOf, isReadWhole } from '../../../tree/head.ts'
import { hasTooManyCircuits } from '../../costs/circuits.ts'
import { lengthOf, numbersOf } from '../../data/arrays.ts'
import { warnOfFirst } from '../../data/first-wrong.ts'
import type { Findings } from '../../findings.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** The maximum node index, because the library creates all nodes up to the largest index. */
const maxNodes = 10_000

/** Checks the node indices of links. The library leaves out links between others, and fails if no link is left. */
export function checkSankey({ tree, findings }: FigureView, { place }: TraceView): void {
  const link = tree.member(place, 'link')
  checkNoLinks(tree, findings, place)
  const lists = ['source', 'target'].map(name => tree.member(link, name))
  // Nothing is drawn, so the library does not fail.
  if (!lists.every(data => lengthOf(tree, data))) return
  const ends = lists.map(data => ({ data, nodes: nodesOf(tree, data) }))
  const [sources, targets] = ends.map(({ nodes }) => nodes) as [Float64Array, Float64Array]
  const values = tree.member(link, 'value')
  const widths = lengthOf(tree, values) === null ? null : numbersOf(tree, values)
  const isDrawn = sources.some((node, i) => node >= 0 && targets[i]! >= 0 && (!widths || widths[i]! > 0))
  const label = tree.at(place, 'node', 'label')
  for (const end of ends) checkEnds(tree, findings, { ...end, isDrawn, label })
}

interface Ends {
  readonly data: Place
  readonly nodes: Float64Array
  /** Whether any link is drawn. */
  readonly isDrawn: boolean
  readonly label: Place
}

function checkEnds(tree: FigureTree, findings: Findings, { data, nodes, isDrawn, label }: Ends): void {
  const labels = label === none ? null : lengthOf(tree, label)
  const whole = `send whole numbers from 0${labels ? ` to ${labels - 1}, indices of node.label` : ''}`
  const told = (end: number) => {
    const value = numbersOf(tree, data)[end] as number
    return Number.isNaN(value) ? 'this value' : String(value)
  }
  const impossible = nodes.findIndex(node => node === unusable || (!isDrawn && Number.isNaN(node)))
  if (impossible !== -1) {
    findings.error(data, `${told(impossible)} is not a node; ${whole}`, impossible)
    return
  }
  const missing = nodes.findIndex(Number.isNaN)
  if (missing !== -1)
    findings.warn(data, `${told(missing)} is not a node, so this link is not drawn; ${whole}`, missing)
  const unnamed = labels === null ? -1 : nodes.findIndex(node => node >= labels)
  if (unnamed !== -1)
    findings.warn(
      data,
      `node ${nodes[unnamed]} has no label: node.label has ${labels}, counted from 0`,
      unnamed,
    )
}

/** Numbers of nodes that the library takes and fails on: fractions, very large ones, and texts other than digits. */
const unusable = -1

/** The nodes at one end of all links; NaN where the library leaves out the link, `unusable` where it fails. */
function nodesOf(tree: FigureTree, data: Place): Float64Array {
  const texts = tree.is(data, kinds.array) ? (tree.value(data) as unknown[]) : []
  return numbersOf(tree, data).map((node, i) => {
    const text = texts[i]
    if (!(node >= 0)) return Number.NaN
    const isWhole = Number.isInteger(node) && node < maxNodes
    return isWhole && (typeof text !== 'string' || /^\d+$/.test(text)) ? node : unusable
  })
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
