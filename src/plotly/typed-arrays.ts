/** Typed arrays in base64, `{dtype, bdata, shape?}`, as Python and R send them. */

import { entryOf } from './json.ts'

/** By the names that the charting library knows. */
const arrayTypes = {
  i1: Int8Array,
  int8: Int8Array,
  u1: Uint8Array,
  uint8: Uint8Array,
  u1c: Uint8ClampedArray,
  uint8c: Uint8ClampedArray,
  i2: Int16Array,
  int16: Int16Array,
  u2: Uint16Array,
  uint16: Uint16Array,
  i4: Int32Array,
  int32: Int32Array,
  u4: Uint32Array,
  uint32: Uint32Array,
  f4: Float32Array,
  float32: Float32Array,
  f8: Float64Array,
  float64: Float64Array,
} as const

export type ArrayType = (typeof arrayTypes)[keyof typeof arrayTypes]

/** Undefined if the library cannot decode it. */
export const arrayTypeOf = (dtype: unknown): ArrayType | undefined =>
  typeof dtype === 'string' ? entryOf<ArrayType>(arrayTypes, dtype) : undefined

/** The numbers in these bytes, which are copied. Bytes at the end that make no number are left out. */
export const numbersFrom = (bytes: Uint8Array, Numbers: ArrayType): InstanceType<ArrayType> =>
  new Numbers(new Uint8Array(bytes).buffer, 0, Math.floor(bytes.length / Numbers.BYTES_PER_ELEMENT))
