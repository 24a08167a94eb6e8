/** Typed arrays in base64, `{dtype, bdata, shape}`, as sent by Python and R. */

import { type ArrayType, arrayTypeOf, numbersFrom } from '../../../../plotly/typed-arrays.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import type { Findings } from '../findings.ts'

/** Whether the object has `dtype` and `bdata`. */
export const isTypedArray = (tree: FigureTree, place: Place): boolean =>
  tree.is(place, kinds.object) &&
  tree.is(tree.find(place, 'bdata'), kinds.string) &&
  tree.is(tree.find(place, 'dtype'), kinds.string)

/** The number of values; 0 if it is not a typed array. */
export function typedLength(tree: FigureTree, place: Place): number {
  if (!isTypedArray(tree, place)) return 0
  const type = arrayTypeOf(tree.string(tree.find(place, 'dtype')))
  return type ? Math.floor(bytesOf(tree, tree.find(place, 'bdata')) / type.BYTES_PER_ELEMENT) : 0
}

/** The characters of a JSON string as bytes. Decodes escapes, because plotly.py escapes the slashes of base64. */
function charactersOf(tree: FigureTree, text: Place): Uint8Array {
  const raw = tree.bytes.subarray(tree.start(text) + 1, tree.end(text) - 1)
  return raw.includes(0x5c) ? Buffer.from(String(tree.value(text)), 'utf8') : raw
}

/** The decoded size of a base64 string, computed from its length. */
function bytesOf(tree: FigureTree, bdata: Place): number {
  const characters = charactersOf(tree, bdata)
  let end = characters.length
  while (end > 0 && characters[end - 1] === padding) end--
  return Math.floor((end * 3) / 4)
}

const padding = 0x3d

/** Refuses typed arrays that the library cannot decode. */
export function checkTypedArray(findings: Findings, place: Place): void {
  const { tree } = findings
  const dtype = tree.string(tree.find(place, 'dtype')) as string
  const size = arrayTypeOf(dtype)?.BYTES_PER_ELEMENT
  if (!size) {
    findings.error(place, () => unknownDtype(dtype), 'dtype')
    return
  }
  const bdata = tree.find(place, 'bdata')
  const wrong = firstNoBase64(tree, bdata)
  if (wrong !== -1) {
    findings.error(
      bdata,
      `is not base64 from character ${wrong} on; encode the bytes of the numbers as base64`,
    )
    return
  }
  const bytes = bytesOf(tree, bdata)
  const shape = tree.find(place, 'shape')
  if (shape === none || tree.kind(shape) === kinds.null) {
    if (bytes % size !== 0) findings.error(bdata, notWhole(bytes, size, dtype))
  } else checkShape(findings, shape, bytes, size, dtype)
}

const unknownDtype = (dtype: string) =>
  /^(?:u?int64|[iu]8)$/.test(dtype)
    ? `${JSON.stringify(dtype)} is not decoded by the charting library; send 64-bit integers as "f8", or as a plain array`
    : `unknown dtype ${JSON.stringify(dtype.slice(0, 40))}; use f8, f4, i4, u4, i2, u2, i1, u1 or u1c (little-endian)`

const notWhole = (bytes: number, size: number, dtype: string) =>
  `${bytes} bytes are not a whole number of ${dtype} values (${size} bytes each); send the whole buffer`

/** The maximum number of empty rows, because the library creates an array for each. */
const maxEmptyRows = 10_000

function checkShape(findings: Findings, shape: Place, bytes: number, size: number, dtype: string): void {
  const { tree } = findings
  if (!tree.is(shape, kinds.string | kinds.number)) {
    findings.error(shape, 'must be a string such as "5,100" (rows, columns)')
    return
  }
  const sizes = String(tree.value(shape)).split(',').map(Number)
  if (sizes.length > 3 || !sizes.every(n => Number.isInteger(n) && n >= 0)) {
    findings.error(shape, 'must consist of one to three whole numbers, as in "5,100"')
    return
  }
  const product = sizes.reduce((a, b) => a * b, 1)
  if (sizes.length === 1 ? bytes % size !== 0 : product * size !== bytes) {
    findings.error(
      shape,
      `${sizes.join(' × ')} values of ${dtype} are ${product * size} bytes, but bdata holds ${bytes}`,
    )
  } else if (product === 0 && Math.max(...sizes) > maxEmptyRows) {
    findings.error(shape, `refers to ${Math.max(...sizes)} rows without a value; leave the array out`)
  }
}

/** The index of the first character that is not base64; -1 for none. White space is not allowed. */
function firstNoBase64(tree: FigureTree, bdata: Place): number {
  const characters = charactersOf(tree, bdata)
  let end = characters.length
  while (end > 0 && end > characters.length - 2 && characters[end - 1] === padding) end--
  for (let i = 0; i < end; i++) {
    if (isBase64[characters[i] as number] !== 1) return i
  }
  return -1
}

const isBase64 = new Uint8Array(256)
for (const c of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
  isBase64[c.charCodeAt(0)] = 1

/** The shape, rows first; empty if there is none. */
export function typedShape(tree: FigureTree, place: Place): readonly number[] {
  const shape = tree.member(place, 'shape')
  if (shape === none || !tree.is(shape, kinds.string | kinds.number)) return []
  return String(tree.value(shape)).split(',').map(Number)
}

/** The decoded numbers; empty if it cannot be decoded. */
export function typedValues(tree: FigureTree, place: Place, max = Infinity): Float64Array {
  const length = typedLength(tree, place)
  if (length === 0) return new Float64Array(0)
  const type = arrayTypeOf(tree.string(tree.find(place, 'dtype'))) as ArrayType
  const bdata = tree.string(tree.find(place, 'bdata')) as string
  const characters = Math.ceil((max * type.BYTES_PER_ELEMENT) / 3) * 4
  const numbers = numbersFrom(Buffer.from(bdata.slice(0, characters), 'base64'), type)
  return Float64Array.from(numbers.subarray(0, max))
}
