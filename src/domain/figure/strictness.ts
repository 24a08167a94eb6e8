/** How a caller wants to be told of warnings: with the graph, or instead of it. */

import { invalidFigure } from '../../errors/errors.ts'
import type { Warning } from './warning.ts'

/** `strict`: a warning refuses the figure. `lenient`: warnings are stored with it. */
export type Strictness = 'strict' | 'lenient'

/** Throws `invalid_figure` with every warning where a strict caller sent a figure that has some. */
export function requireNoWarnings(warnings: readonly Warning[], strictness: Strictness): void {
  if (strictness === 'strict' && warnings.length > 0) throw invalidFigure(warnings)
}
