/** What parts of one kind take together to be drawn. */

import { type Place, root } from '../../tree/figure-tree.ts'
import type { Findings } from '../findings.ts'
import { layoutPartsOf } from '../layout/parts.ts'
import { readTraces } from '../traces/traces.ts'
import type { FigureView } from '../views.ts'

/** What must be known of a figure to say what it takes. */
export type Weighed = Pick<FigureView, 'tree' | 'data' | 'layout' | 'parts' | 'traces'>

/** The figure in a tree, as far as it is weighed. */
export function weighedOf(findings: Findings): Weighed {
  const { tree } = findings
  const [data, layout] = [tree.member(root, 'data'), tree.member(root, 'layout')]
  return { tree, data, layout, parts: layoutPartsOf(tree, layout), traces: readTraces(findings, data) }
}

export interface Cost {
  /** The first of them, or the list that they stand in. */
  readonly place: Place
  readonly count: number
  /** In the plural, as a message counts them. */
  readonly what: string
  /** 2 where each takes the longer, the more of them there are. */
  readonly power: 1 | 2
  /** Processor time of all of a browser's processes, measured at 700 × 500 pixels. */
  readonly ms: number
  /** A trace type that draws as many sooner. */
  readonly instead?: string | undefined
}

/** Of so many as are alike: `ms` for one, times their number to the power. */
export const costOf = (place: Place, count: number, what: string, ms: number, power: 1 | 2 = 1): Cost => ({
  place,
  count,
  what,
  power,
  ms: count ** power * ms,
})
