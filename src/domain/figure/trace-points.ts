/** The points of one trace, a part at a time: the entries of its arrays, index by index. */

import { readJson } from './exact-json.ts'

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
    const values = columns.map(([key, column]) => [key, JSON.stringify(column[index] ?? null)] as const)
    points.push({ index, values: Object.fromEntries(values) })
  }
  return { total, points }
}

/** An array of a trace, one entry per point. */
type Column = ArrayLike<unknown>

/** Every array at the top of a trace, with its key. */
const columnsOf = (trace: Readonly<Record<string, unknown>>): readonly (readonly [string, Column])[] =>
  Object.entries(trace).flatMap(([key, value]): [string, Column][] => {
    const column = Array.isArray(value) ? value : typedArray(value)
    return column ? [[key, column]] : []
  })

type NumberArray = new (buffer: ArrayBuffer) => ArrayLike<number>

/** The charting library's names of array types. */
const dtypes: Readonly<Record<string, NumberArray>> = {
  f4: Float32Array,
  float32: Float32Array,
  f8: Float64Array,
  float64: Float64Array,
  i1: Int8Array,
  int8: Int8Array,
  i2: Int16Array,
  int16: Int16Array,
  i4: Int32Array,
  int32: Int32Array,
  u1: Uint8Array,
  uint8: Uint8Array,
  u1c: Uint8ClampedArray,
  uint8c: Uint8ClampedArray,
  u2: Uint16Array,
  uint16: Uint16Array,
  u4: Uint32Array,
  uint32: Uint32Array,
}

/** What `{bdata, dtype, shape?}` stands for: numbers, or rows of numbers where the shape has two sides. */
function typedArray(value: unknown): Column | null {
  if (typeof value !== 'object' || value === null) return null
  const { bdata, dtype, shape } = value as { bdata?: unknown; dtype?: unknown; shape?: unknown }
  const NumberArray = typeof dtype === 'string' ? dtypes[dtype] : undefined
  if (typeof bdata !== 'string' || !NumberArray) return null
  const bytes = Uint8Array.from(Buffer.from(bdata, 'base64'))
  const width = new NumberArray(new ArrayBuffer(8)).length
  const unit = 8 / width
  const numbers = new NumberArray(bytes.buffer.slice(0, bytes.length - (bytes.length % unit)))
  const sides = (Array.isArray(shape) ? shape : String(shape ?? '').split(',')).map(Number)
  const [rows, length] = sides
  if (sides.length !== 2 || !rows || !length || rows * length !== numbers.length) return numbers
  return Array.from({ length: rows }, (_, row) =>
    Array.prototype.slice.call(numbers, row * length, (row + 1) * length),
  )
}
