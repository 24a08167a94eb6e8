/** Reads some of the points of one trace: the entries of its arrays, index by index. */

import { asBuffer } from '../../../bytes.ts'
import { readJson } from '../json/exact-json.ts'
import { valuesOf } from './typed-array.ts'
import type { Values } from './values.ts'

export interface PointsRequest {
  /** The first index. */
  readonly begin: number
  /** Returns one point of this many. */
  readonly every: number
  /** The maximum number of points to return. */
  readonly first: number
}

export interface TracePoints {
  /** The number of all points of the trace. */
  readonly total: number
  /** For each point, the JSON text of its entry in each array of the trace, by the array's name. */
  readonly points: readonly { readonly index: number; readonly values: Readonly<Record<string, string>> }[]
}

/** `trace` is the text of one trace. Typed arrays (`{bdata, dtype}`) are decoded. */
export function readTracePoints(trace: Uint8Array, { begin, every, first }: PointsRequest): TracePoints {
  const text = asBuffer(trace).toString()
  const columns = columnsOf(readJson(text) as Record<string, unknown>)
  const total = columns.reduce((max, [, column]) => Math.max(max, column.length), 0)
  const points: TracePoints['points'][number][] = []
  for (let index = begin; index < total && points.length < first; index += every) {
    const values = columns.map(([key, column]) => [key, JSON.stringify(column.at(index) ?? null)] as const)
    points.push({ index, values: Object.fromEntries(values) })
  }
  return { total, points }
}

/** The top-level arrays of a trace, with their names. */
const columnsOf = (trace: Readonly<Record<string, unknown>>): readonly (readonly [string, Values])[] =>
  Object.entries(trace).flatMap(([key, value]): [string, Values][] => {
    const column = valuesOf(value)
    return column ? [[key, column]] : []
  })
