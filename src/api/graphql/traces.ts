/** The traces of a figure, read from its text: what lets a caller take a part of a large figure. */

import type { Figure } from '../../domain/graph/graph.ts'
import { readJson } from './json.ts'

/** One trace object of `data`, and its place there. */
export interface Trace {
  readonly index: number
  readonly object: Readonly<Record<string, unknown>>
}

const parsed = new WeakMap<Figure, readonly Trace[]>()

/** Parsed once per figure, however many fields ask. */
export function tracesOf(figure: Figure): readonly Trace[] {
  let traces = parsed.get(figure)
  if (!traces) {
    traces = (readJson(String(figure.data)) as Record<string, unknown>[]).map((object, index) => ({
      index,
      object,
    }))
    parsed.set(figure, traces)
  }
  return traces
}

/** A trace without a type is a scatter trace: so the charting library has it. */
export const typeOf = ({ object }: Trace): string =>
  typeof object.type === 'string' ? object.type : 'scatter'

/** An array of a trace, one entry per point. */
export type Column = ArrayLike<unknown>

const columns = new WeakMap<Trace, ReadonlyMap<string, Column>>()

/** Every array at the top of a trace by its key; typed arrays (`{bdata, dtype}`) are decoded. */
export function columnsOf(trace: Trace): ReadonlyMap<string, Column> {
  let found = columns.get(trace)
  if (!found) {
    found = new Map(
      Object.entries(trace.object).flatMap(([key, value]): [string, Column][] => {
        const column = Array.isArray(value) ? value : typedArray(value)
        return column ? [[key, column]] : []
      }),
    )
    columns.set(trace, found)
  }
  return found
}

export const pointCount = (trace: Trace): number =>
  Math.max(0, ...[...columnsOf(trace).values()].map(column => column.length))

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
