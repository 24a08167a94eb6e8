/** The tables of an animation: of its first state, and of what each frame changes. */

import { isObject, type JsonObject, type TraceTable, tablesOfTrace, withDistinctNames } from './columns.ts'
import { areEqual } from './csv-lines.ts'
import { longest } from './values.ts'

/**
 * The tables of all frames, in order. Those of the traces come first, except for traces that the first frame shows as they
 * are, as animations of Plotly Express do.
 */
export function frameTablesOf(traces: readonly unknown[], frames: readonly unknown[]): readonly TraceTable[] {
  const states = traces.map((trace, i) => (isObject(trace) ? tablesOfTrace(trace, i) : []))
  const changes = frames
    .map((frame, i) => (isObject(frame) ? tablesOfFrame(frame, i, traces, states) : []))
    .filter(tables => tables.length > 0)
  const first = new Map(changes[0]?.map(table => [table.name, table]))
  const before = withDistinctNames(states.flat()).filter(
    table => !haveSameCells(table, first.get(table.name)),
  )
  return [...before.map(table => ({ ...table, frame: '' })), ...changes.flat()]
}

/** A frame changes the traces that it lists, or else the first ones. */
function tablesOfFrame(
  frame: JsonObject,
  number: number,
  traces: readonly unknown[],
  states: readonly (readonly TraceTable[])[],
): readonly TraceTable[] {
  const name = typeof frame.name === 'string' && frame.name !== '' ? frame.name : String(number)
  const { data, traces: places } = frame
  if (!Array.isArray(data)) return []
  const tables = data.flatMap((change, i) => {
    const index = Number(Array.isArray(places) ? places[i] : i)
    const trace = traces[index]
    if (!isObject(change)) return []
    return isObject(trace)
      ? tablesOfChange(trace, change, index, states[index] ?? [])
      : tablesOfTrace(change, index)
  })
  return withDistinctNames(tables).map(table => ({ ...table, frame: name }))
}

/** Traces with more columns are not repeated in each frame, which may be thousands. */
const maxRepeated = 16

/** The trace as the frame shows it; only what the frame changes where the rest is longer, or very wide. */
function tablesOfChange(
  trace: JsonObject,
  change: JsonObject,
  index: number,
  state: readonly TraceTable[],
): readonly TraceTable[] {
  const { type, name, orientation } = trace
  const own = tablesOfTrace({ type, name, orientation, ...change }, index)
  if (columnsIn(state).length > maxRepeated) return own
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

const columnsIn = (tables: readonly TraceTable[]) => tables.flatMap(({ columns }) => columns)

const rowsIn = (tables: readonly TraceTable[]): number =>
  longest(columnsIn(tables).map(({ values }) => values))

const haveSameCells = (one: TraceTable, other: TraceTable | undefined): boolean =>
  other !== undefined &&
  one.columns.length === other.columns.length &&
  one.columns.every(({ name, values }, i) => {
    const same = other.columns[i]
    return same?.name === name && areEqual(values, same.values)
  })
