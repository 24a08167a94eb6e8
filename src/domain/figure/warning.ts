/** What will not be drawn as it was meant: found when a figure is checked, kept with its graph. */

import type { ErrorDetail } from '../../errors/errors.ts'

/** A place in the figure as a JSON path, and what is wrong there. */
export type Warning = ErrorDetail

/** How many warnings a graph keeps. */
export const maxWarnings = 100
