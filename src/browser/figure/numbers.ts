/** The numbers of a data array: of a list, or of a typed array in base64, as Python's plotly sends them. */

import { isObject } from '../json.ts'

/** The kinds of typed arrays by the short names of the charting library. */
const kinds = {
  i1: Int8Array,
  u1: Uint8Array,
  u1c: Uint8ClampedArray,
  i2: Int16Array,
  u2: Uint16Array,
  i4: Int32Array,
  u4: Uint32Array,
  f4: Float32Array,
  f8: Float64Array,
} as const

/** `float64` is `f8`, `uint8c` is `u1c`. */
const shortName = (dtype: string): string =>
  dtype.replace(/^(i|u|f)(?:nt|int|loat)(\d+)/, (_, letter, bits) => `${letter}${Number(bits) / 8}`)

/** In their order, NaN for what is not a number. Null if it is no data array. */
export function numbersIn(values: unknown): number[] | null {
  if (Array.isArray(values)) return values.map(value => (value === null ? Number.NaN : Number(value)))
  if (!isObject(values) || typeof values.bdata !== 'string') return null
  const Kind = new Map(Object.entries(kinds)).get(shortName(String(values.dtype)))
  if (!Kind) return null
  const bytes = Uint8Array.from(atob(values.bdata), letter => letter.charCodeAt(0))
  return [...new Kind(bytes.buffer, 0, Math.floor(bytes.length / Kind.BYTES_PER_ELEMENT))]
}
