/** Types shared by the checks. */

import type { Container } from '../../../plotly/schema/schema.ts'
import { type FigureTree, kinds, type Place } from '../tree/figure-tree.ts'
import type { Findings } from './findings.ts'
import type { LayoutParts } from './layout-parts.ts'

/** A figure being checked. Parts are `none` if they are missing, or of the wrong kind and reported. */
export interface FigureView {
  readonly tree: FigureTree
  readonly findings: Findings
  readonly typedArrays: readonly Place[]
  readonly data: Place
  readonly layout: Place
  readonly parts: LayoutParts
  readonly frames: Place
  readonly traces: readonly TraceView[]
  /** The types of the traces. */
  readonly types: ReadonlySet<string>
}

export interface TraceView {
  readonly place: Place
  /** The trace type; default: scatter. */
  readonly type: string
  readonly schema: Container
}

/** The view in which a trace is checked that is not drawn: its errors are warnings. */
export const hiddenView = (figure: FigureView): FigureView => ({
  ...figure,
  findings: figure.findings.ofHidden,
})

/** Types of which the library computes all traces in the legend, drawn or not. */
const computedAnyway: ReadonlySet<string> = new Set(['carpet', 'pie', 'scattermap'])

/** Whether the library leaves the trace alone, so that nothing in it makes it fail. */
export const isLeftAlone = (tree: FigureTree, { place, type }: TraceView): boolean =>
  computedAnyway.has(type) ? tree.is(tree.member(place, 'visible'), kinds.false) : isHidden(tree, place)

/** Whether the trace is not drawn, or not until somebody selects it in the legend. */
export const isHidden = (tree: FigureTree, trace: Place): boolean => {
  const visible = tree.member(trace, 'visible')
  return tree.is(visible, kinds.false) || tree.string(visible) === 'legendonly'
}

/** How a part is checked. With `onlyErrors`, used for templates, there are no warnings. */
export interface Walk {
  readonly findings: Findings
  readonly onlyErrors?: boolean
  /** Whether it belongs to a trace that the library leaves alone. */
  readonly isHidden?: boolean
  /** The owner in messages: a trace type or `layout`. */
  readonly owner: string
}
