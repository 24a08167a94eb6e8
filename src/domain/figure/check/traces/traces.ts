/** Checks the traces of a figure. */

import { traceSchema } from '../../../../plotly/schema/schema.ts'
import { booleans, type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { maxTraces } from '../costs/budgets.ts'
import type { Findings } from '../findings.ts'
import { kindName, unboxed } from '../messages.ts'
import { checkContainer, maxMembers } from '../schema/walk.ts'
import { type FigureView, hiddenView, isLeftAlone, type TraceView } from '../views.ts'
import { unknownType } from './names.ts'
import { checkBoxes, checkOverAxes, checkOverlaps } from './overlaps.ts'
import { rulesFor } from './rules.ts'
import { checkCarpets } from './types/carpets.ts'

/** The traces with known types, in order. Reports all others. */
export function readTraces(findings: Findings, data: Place): readonly TraceView[] {
  const { tree } = findings
  // Too many traces are reported as such and not read.
  if (data === none || tree.count(data) > maxTraces) return []
  rejectScalars(findings, data)
  const traces: TraceView[] = []
  for (let place = tree.first(data); place !== none; place = tree.next(place)) {
    if (!tree.is(place, kinds.object)) continue
    const trace = readTrace(findings, place)
    if (trace) traces.push(trace)
  }
  return traces
}

function readTrace(findings: Findings, place: Place): TraceView | null {
  const { tree } = findings
  const member = tree.find(place, 'type')
  const type = member === none || tree.is(member, kinds.null) ? 'scatter' : tree.string(member)
  const schema = type === null ? undefined : traceSchema(type)
  if (type !== null && schema) return { place, type, schema }
  findings.error(member, () => (type === null ? noType(tree, member) : unknownType(type)))
  return null
}

function noType(tree: FigureTree, member: Place): string {
  const isBoxed = tree.is(member, kinds.array) && tree.count(member) === 1
  return `must be a string, got ${kindName(tree.kind(member))}${isBoxed ? `; ${unboxed}` : ''}`
}

/** Reports elements that are not objects. They are parsed, because the tree does not contain them. */
function rejectScalars(findings: Findings, data: Place): void {
  const { tree, faults } = findings
  if ((tree.mask(data) & ~kinds.object) === 0 || faults.full) return
  const elements = elementKinds(findings, data)
  elements.forEach((kind, i) => {
    if (kind !== kinds.object)
      findings.error(data, () => `a trace must be an object, got ${kindName(kind)}`, i)
  })
}

/** The kind of each element. */
export function elementKinds({ tree }: Findings, place: Place): readonly number[] {
  const elements = tree.value(place) as unknown[]
  return elements.map(value => {
    if (value === null) return kinds.null
    if (Array.isArray(value)) return kinds.array
    if (typeof value === 'boolean') return booleans
    return typeof value === 'object' ? kinds.object : typeof value === 'string' ? kinds.string : kinds.number
  })
}

/** Checks each trace by the schema of its type and by the rules beyond the schema. */
export function checkTraces(figure: FigureView): void {
  const { findings, tree } = figure
  for (const trace of figure.traces) {
    const hidden = isLeftAlone(tree, trace)
    checkContainer({ findings, owner: trace.type, isHidden: hidden }, trace.place, trace.schema)
    if (tree.count(trace.place) > maxMembers) continue
    const view = hidden ? hiddenView(figure) : figure
    for (const rule of rulesFor(trace.type)) rule(view, trace)
  }
  checkCarpets(figure)
  checkOverlaps(figure)
  checkOverAxes(figure)
  checkBoxes(figure)
}
