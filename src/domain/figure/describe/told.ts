/** What the modules of descriptions hand to each other. */

import type { JsonObject, TraceTable } from '../table/columns.ts'

/** A trace, and what it holds. */
export interface Told {
  readonly trace: JsonObject
  readonly table: TraceTable
}
