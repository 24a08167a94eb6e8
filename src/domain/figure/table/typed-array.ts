/** Decodes arrays of numbers as Python and R send them: `{bdata, dtype, shape?}`. */

import { entryOf } from '../../../plotly/json.ts'
import { LazyValues, type Values } from './values.ts'

type NumberArray = new (buffer: ArrayBuffer) => Values

/** Array types by their names in the charting library. */
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

/** The decoded numbers, or rows of numbers for a two-dimensional shape. Null if the value is not a typed array. */
function typedArray(value: unknown): Values | null {
  if (typeof value !== 'object' || value === null) return null
  const { bdata, dtype, shape } = value as { bdata?: unknown; dtype?: unknown; shape?: unknown }
  const NumberArray = typeof dtype === 'string' ? entryOf(dtypes, dtype) : undefined
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

/** The values of an array or typed array; null for anything else. */
export const valuesOf = (value: unknown): Values | null =>
  Array.isArray(value) || value instanceof LazyValues ? value : typedArray(value)
