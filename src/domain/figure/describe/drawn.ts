/** What of a trace is drawn: neither hidden traces and dimensions, nor what a logarithmic axis has no place for. */

import { isOfCategory } from '../../../plotly/schema/schema.ts'
import { isObject, type JsonObject } from '../table/columns.ts'
import { LazyValues } from '../table/values.ts'
import { axisIdOf, axisOf } from './axis-of.ts'
import type { DescribedTrace } from './described-trace.ts'
import { numberOf } from './values.ts'

/** Whether a trace is hidden, perhaps until it is selected in the legend or a menu. */
export const isHidden = ({ visible }: JsonObject): boolean => visible === false || visible === 'legendonly'

/** The trace without its hidden dimensions. */
export function withoutHidden(trace: JsonObject): JsonObject {
  const { dimensions } = trace
  if (!Array.isArray(dimensions)) return trace
  return { ...trace, dimensions: dimensions.filter(each => !isObject(each) || each.visible !== false) }
}

/** The series without the points whose x or y is not above 0 although its axis is logarithmic. */
export function withoutUnplaced(described: DescribedTrace, layout: JsonObject): DescribedTrace {
  const { trace, table } = described
  if (!isOfCategory(table.type, 'cartesian') || addsUp(trace, table.type)) return described
  const placed = (['x', 'y'] as const).flatMap(letter =>
    axisOf(layout, axisIdOf(trace, letter)).type === 'log'
      ? table.columns.filter(({ name }) => name === letter)
      : [],
  )
  if (placed.length === 0) return described
  const isPlaced = (row: number) => placed.every(({ values }) => numberOf(values.at(row)) > 0)
  const columns = table.columns.map(({ name, values }) => ({
    name,
    values: new LazyValues(values.length, row => (isPlaced(row) ? values.at(row) : null)),
  }))
  return { trace, table: { ...table, columns } }
}

/** Whether the places on the axis are not the values themselves but sums of them. */
const addsUp = (trace: JsonObject, type: string): boolean =>
  type === 'waterfall' || type === 'histogram' || trace.base !== undefined || trace.stackgroup !== undefined
