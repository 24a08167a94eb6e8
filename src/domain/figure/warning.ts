/** Warnings say what will not be drawn as it was meant. They are found by the checks and stored with the graph. */

import type { ErrorDetail } from '../../errors/errors.ts'

/** A JSON path in the figure and a message. */
export type Warning = ErrorDetail

/** The maximum number of warnings of a graph. */
export const maxWarnings = 100
