/** Checks a figure in steps. Errors are for what cannot be drawn, warnings for what will not be drawn as it was meant. */

import { rejectInfiniteNumbers } from '../layout.ts'
import type { BodyTree } from '../tree/build.ts'
import { type FigureTree, kinds, none, root } from '../tree/figure-tree.ts'
import { pathsAt } from '../tree/paths-at.ts'
import { checkPrecision } from './axes/precision.ts'
import { checkSteps } from './axes/steps.ts'
import { checkControls } from './controls/controls.ts'
import { checkBudgets } from './costs/budgets.ts'
import type { EstimatedFigure } from './costs/cost.ts'
import { checkEmbeddedImages } from './costs/embedded-images.ts'
import { withTemplates } from './costs/templates.ts'
import { checkWorkload } from './costs/workload.ts'
import { Findings } from './findings.ts'
import { checkFrames } from './frames.ts'
import { checkLayout } from './layout/layout.ts'
import { layoutPartsOf } from './layout-parts.ts'
import { isEmptyArray, kindName } from './messages.ts'
import { maxMembers } from './schema/walk.ts'
import { checkForeign, checkKeys, checkPart, checkWrapper } from './top-level.ts'
import { checkTraces, readTraces } from './traces/traces.ts'
import type { FigureView } from './views.ts'

type Step = (figure: FigureView) => void

const steps: readonly Step[] = [
  checkTraces,
  checkBudgets,
  checkEmbeddedImages,
  checkLayout,
  checkFrames,
  checkControls,
  checkSteps,
  checkPrecision,
]

/** Checks a figure. Throws `invalid_figure` with all errors. */
export function checkFigure(body: BodyTree): FigureView {
  const { tree } = body
  const findings = new Findings(tree)
  rejectForbidden(body, findings)
  const figure = viewOf(body, findings)
  if (figure !== null) for (const step of steps) step(figure)
  findings.faults.throwIfAny()
  // A figure with errors need not be weighed.
  checkWorkload(figure as FigureView)
  findings.faults.throwIfAny()
  return figure as FigureView
}

/** What the estimate needs of a figure that was accepted. */
export function estimatedFigure(findings: Findings): EstimatedFigure {
  const { tree } = findings
  const [data, layout] = [tree.member(root, 'data'), tree.member(root, 'layout')]
  return withTemplates({
    tree,
    data,
    layout,
    parts: layoutPartsOf(tree, layout),
    traces: readTraces(findings, data),
  })
}

function viewOf({ tree, typedArrays }: BodyTree, findings: Findings): FigureView | null {
  if (!tree.is(root, kinds.object)) {
    findings.error(root, () => noFigure(tree))
    return null
  }
  if (checkWrapper(findings) || checkForeign(findings)) return null
  checkKeys(findings)
  const data = checkPart(findings, 'data', kinds.array)
  const layout = checkPart(findings, 'layout', kinds.object)
  const frames = checkPart(findings, 'frames', kinds.array)
  const isRead = layout !== none && tree.count(layout) <= maxMembers
  if (isRead) rejectInfiniteNumbers(tree.text(layout), findings.faults)
  const parts = layoutPartsOf(tree, isRead ? layout : none)
  const traces = readTraces(findings, data)
  const types = new Set(traces.map(({ type }) => type))
  return { tree, findings, typedArrays, data, layout, parts, frames, traces, types }
}

function noFigure(tree: FigureTree): string {
  const got = kindName(tree.kind(root))
  const text = tree.string(root)
  if (text !== null && /^\s*\{/.test(text))
    return 'the body is a JSON text inside a string; send the object itself, encoded once'
  if (tree.is(root, kinds.array) && !isEmptyArray(tree, root))
    return `the body must be an object {"data": […]}, got ${got}; put the traces under "data"`
  return `the body must be an object {"data": […]}, got ${got}`
}

/** Refuses excessive nesting and forbidden names anywhere in the body. */
function rejectForbidden({ tree, tooDeep, prototypes, maxDepth }: BodyTree, { faults }: Findings): void {
  for (const path of pathsAt(tree.bytes, prototypes))
    faults.add(path, 'the name __proto__ is not allowed; rename it')
  for (const path of pathsAt(tree.bytes, tooDeep))
    faults.add(path, `nested deeper than ${maxDepth} levels; flatten it`)
}
