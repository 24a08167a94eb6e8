/** Types shared by the checks. */

import type { Container } from '../../../plotly/schema.ts'
import type { FigureTree, Place } from '../tree/figure-tree.ts'
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

/** How a part is checked. With `onlyErrors`, used for templates, there are no warnings. */
export interface Walk {
  readonly findings: Findings
  readonly onlyErrors?: boolean
  /** The owner in messages: a trace type or `layout`. */
  readonly owner: string
}
