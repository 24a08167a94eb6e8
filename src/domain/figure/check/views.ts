/** What the checks pass around: a figure, a trace, and a part that is followed through the schema. */

import type { Container } from '../../../plotly/schema.ts'
import type { FigureTree, Place } from '../tree/figure-tree.ts'
import type { Findings } from './findings.ts'
import type { LayoutParts } from './layout/parts.ts'

/** A figure as the steps see it. What is `none` was not sent, or is of the wrong kind and reported. */
export interface FigureView {
  readonly tree: FigureTree
  readonly findings: Findings
  readonly typedArrays: readonly Place[]
  readonly data: Place
  readonly layout: Place
  readonly parts: LayoutParts
  readonly frames: Place
  readonly traces: readonly TraceView[]
  /** The types of these. */
  readonly types: ReadonlySet<string>
}

export interface TraceView {
  readonly place: Place
  /** A trace without a type is a scatter to the charting library. */
  readonly type: string
  readonly schema: Container
}

/** How strictly a part is read. Templates are written for many releases: only what would stop a drawing is told. */
export interface Walk {
  readonly findings: Findings
  readonly onlyErrors?: boolean
  /** What the part belongs to, for messages: a trace type, or `layout`. */
  readonly owner: string
}
