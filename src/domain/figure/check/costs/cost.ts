/** Estimated rendering costs of the parts of a figure. */

import type { FigureTree, Place } from '../../tree/figure-tree.ts'
import type { FigureView, TraceView } from '../views.ts'

/** The parts of a figure that the estimate needs. */
export interface EstimatedFigure extends Pick<FigureView, 'tree' | 'data' | 'layout' | 'parts'> {
  readonly traces: readonly EstimatedTrace[]
}

export interface EstimatedTrace extends TraceView {
  /** The template's first trace of the same type, which gives values that the trace has not; `none` if there is none. */
  readonly template: Place
}

export interface Cost {
  /** The first part, or the list of the parts. */
  readonly place: Place
  readonly count: number
  /** A plural noun for messages. */
  readonly what: string
  /** 2 if the cost grows with the square of their number. */
  readonly power: 1 | 2
  /** Estimated processor time of all browser processes, calibrated at 700 × 500 pixels. */
  readonly ms: number
  /** A trace type that draws the same faster. */
  readonly instead?: string | undefined
}

/** The cost of items that a trace makes from its data. `template` is a trace of the template. */
export type Counter = (tree: FigureTree, trace: Place, template: Place) => Cost | null

/** The cost that takes the longest; null if there is none. */
export const largestOf = (costs: readonly (Cost | null)[]): Cost | null =>
  costs.reduce((largest, cost) => ((cost?.ms ?? 0) > (largest?.ms ?? 0) ? cost : largest), null)

/** The cost of `count` equal parts: `ms` times their number to the power. */
export const costOf = (place: Place, count: number, what: string, ms: number, power: 1 | 2 = 1): Cost => ({
  place,
  count,
  what,
  power,
  ms: count ** power * ms,
})
