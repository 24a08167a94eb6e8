/** Decodes arrays of numbers as Python and R send them: `{bdata, dtype, shape?}`. */

import { arrayTypeOf, numbersFrom } from '../../../plotly/typed-arrays.ts'
import { LazyValues, type Values } from './values.ts'

/** The decoded numbers, or rows of numbers for a two-dimensional shape. Null if the value is not a typed array. */
function typedArray(value: unknown): Values | null {
  if (typeof value !== 'object' || value === null) return null
  const { bdata, dtype, shape } = value as { bdata?: unknown; dtype?: unknown; shape?: unknown }
  const type = arrayTypeOf(dtype)
  if (typeof bdata !== 'string' || !type) return null
  const numbers = numbersFrom(Buffer.from(bdata, 'base64'), type)
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
