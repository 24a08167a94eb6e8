/** The numbers of a data array: of a list, or of a typed array in base64, as Python's plotly sends them. */

import { arrayTypeOf, numbersFrom } from '../../plotly/typed-arrays.ts'
import { isObject } from '../json.ts'

/** In their order, NaN for what is not a number. Null if it is no data array. */
export function numbersIn(values: unknown): number[] | null {
  if (Array.isArray(values)) return values.map(value => (value === null ? Number.NaN : Number(value)))
  if (!isObject(values) || typeof values.bdata !== 'string') return null
  const type = arrayTypeOf(values.dtype)
  if (!type) return null
  const bytes = Uint8Array.from(atob(values.bdata), letter => letter.charCodeAt(0))
  return [...numbersFrom(bytes, type)]
}
