/** Whether warnings refuse a figure. */

import { invalidFigure } from '../../errors/errors.ts'
import type { Warning } from './warning.ts'

/** `strict`: a warning refuses the figure. `lenient`: warnings are stored with the graph. */
export type Strictness = 'strict' | 'lenient'

/** Throws `invalid_figure` with all warnings if there are any and the caller is strict. */
export function requireNoWarnings(warnings: readonly Warning[], strictness: Strictness): void {
  if (strictness === 'strict' && warnings.length > 0) throw invalidFigure(warnings)
}
