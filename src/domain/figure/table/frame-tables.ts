/** The tables of an animation: of its first state, and of what each frame changes. */

import {
  isObject,
  type JsonObject,
  type TraceTable,
  tablesOf,
  tablesOfTrace,
  withDistinctNames,
} from './columns.ts'
import { areEqual } from './csv-lines.ts'
import { longest } from './values.ts'

/**
 * The tables of all frames, in order. Those of the traces come first, except for traces that the first frame shows as they
 * are, as animations of Plotly Express do.
 */
export function frameTablesOf(traces: readonly unknown[], frames: readonly unknown[]): readonly TraceTable[] {
  const changed = frames.flatMap((frame, i) => (isObject(frame) ? tablesOfFrame(frame, i, traces) : []))
  const first = changed.filter(({ frame }) => frame === changed[0]?.frame)
  const before = withDistinctNames(tablesOf(traces))
  const only = before.filter(table => !first.some(each => haveSameCells(each, table)))
  return [...only.map(table => ({ ...table, frame: '' })), ...changed]
}

/** A frame changes the traces that it lists, or else the first ones. */
function tablesOfFrame(frame: JsonObject, number: number, traces: readonly unknown[]): readonly TraceTable[] {
  const name = typeof frame.name === 'string' && frame.name !== '' ? frame.name : String(number)
  const { data, traces: places } = frame
  if (!Array.isArray(data)) return []
  const tables = data.flatMap((change, i) => {
    const index = Number(Array.isArray(places) ? places[i] : i)
    const trace = traces[index]
    if (!isObject(change)) return []
    return isObject(trace) ? tablesOfChange(trace, change, index) : tablesOfTrace(change, index)
  })
  return withDistinctNames(tables).map(table => ({ ...table, frame: name }))
}

/**
 * The trace as the frame shows it. Without the columns that the frame leaves as they are if these are longer, because every
 * frame would repeat them.
 */
function tablesOfChange(trace: JsonObject, change: JsonObject, index: number): readonly TraceTable[] {
  const { type, name, orientation } = trace
  const own = tablesOfTrace({ type, name, orientation, ...change }, index)
  const whole = tablesOfTrace(merged(trace, change), index)
  return rowsIn(whole) > rowsIn(own) ? own : whole
}

function merged(object: JsonObject, change: JsonObject): JsonObject {
  const changes = Object.entries(change).map(([key, value]) => {
    const before = object[key]
    return [key, isObject(before) && isObject(value) ? merged(before, value) : value] as const
  })
  return { ...object, ...Object.fromEntries(changes) }
}

const rowsIn = (tables: readonly TraceTable[]): number =>
  longest(tables.flatMap(({ columns }) => columns.map(({ values }) => values)))

const haveSameCells = (one: TraceTable, other: TraceTable): boolean =>
  one.name === other.name &&
  one.columns.length === other.columns.length &&
  one.columns.every(({ name, values }, i) => {
    const same = other.columns[i]
    return same?.name === name && areEqual(values, same.values)
  })
