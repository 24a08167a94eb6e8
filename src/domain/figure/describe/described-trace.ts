/** Types shared by the modules that describe figures. */

import type { JsonObject, TraceTable } from '../table/columns.ts'

/** A trace and its data. */
export interface DescribedTrace {
  readonly trace: JsonObject
  readonly table: TraceTable
}
