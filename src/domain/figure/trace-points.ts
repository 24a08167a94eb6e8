/** The points of one trace, a part at a time: the entries of its arrays, index by index. */

import { readJson } from './exact-json.ts'
import type { Values } from './table/values.ts'
import { valuesOf } from './typed-array.ts'

export interface PointsRequest {
  /** The first index. */
  readonly begin: number
  /** One point of this many. */
  readonly every: number
  /** How many at most. */
  readonly first: number
}

export interface TracePoints {
  /** How many points the trace has, whatever was asked for. */
  readonly total: number
  /** Per point the JSON text of its entry in each array of the trace, by the array's key. */
  readonly points: readonly { readonly index: number; readonly values: Readonly<Record<string, string>> }[]
}

/** `trace` is the text of one trace object. Typed arrays (`{bdata, dtype}`) are decoded. */
export function readTracePoints(trace: Uint8Array, { begin, every, first }: PointsRequest): TracePoints {
  const text = Buffer.from(trace.buffer, trace.byteOffset, trace.byteLength).toString()
  const columns = columnsOf(readJson(text) as Record<string, unknown>)
  const total = columns.reduce((most, [, column]) => Math.max(most, column.length), 0)
  const points: TracePoints['points'][number][] = []
  for (let index = begin; index < total && points.length < first; index += every) {
    const values = columns.map(([key, column]) => [key, JSON.stringify(column.at(index) ?? null)] as const)
    points.push({ index, values: Object.fromEntries(values) })
  }
  return { total, points }
}

/** Every array at the top of a trace, with its key. */
const columnsOf = (trace: Readonly<Record<string, unknown>>): readonly (readonly [string, Values])[] =>
  Object.entries(trace).flatMap(([key, value]): [string, Values][] => {
    const column = valuesOf(value)
    return column ? [[key, column]] : []
  })
