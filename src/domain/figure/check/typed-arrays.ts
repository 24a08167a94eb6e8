/** Numbers as base64: `{dtype, bdata, shape}`, what Python's and R's exports send instead of arrays. */

import { type JsonTree, kinds, none, type Place } from '../tree/json-tree.ts'
import type { Findings } from './findings.ts'

/** Bytes per value of what the charting library decodes. */
export const bytesPerValue: Readonly<Record<string, number>> = {
  i1: 1,
  int8: 1,
  u1: 1,
  uint8: 1,
  u1c: 1,
  uint8c: 1,
  i2: 2,
  int16: 2,
  u2: 2,
  uint16: 2,
  i4: 4,
  int32: 4,
  u4: 4,
  uint32: 4,
  f4: 4,
  float32: 4,
  f8: 8,
  float64: 8,
}

/** Whether the object has the two members that make one. */
export const isTypedArray = (tree: JsonTree, place: Place): boolean =>
  tree.is(place, kinds.object) &&
  tree.is(tree.find(place, 'bdata'), kinds.string) &&
  tree.is(tree.find(place, 'dtype'), kinds.string)

/** How many values a typed array holds; 0 where it is none. */
export function typedLength(tree: JsonTree, place: Place): number {
  if (!isTypedArray(tree, place)) return 0
  const size = bytesPerValue[tree.string(tree.find(place, 'dtype')) as string]
  return size ? Math.floor(bytesOf(tree, tree.find(place, 'bdata')) / size) : 0
}

/** Decoded bytes of a base64 string, by its length. */
function bytesOf(tree: JsonTree, bdata: Place): number {
  let end = tree.end(bdata) - 1
  const start = tree.start(bdata) + 1
  while (end > start && tree.bytes[end - 1] === padding) end--
  return Math.floor(((end - start) * 3) / 4)
}

const padding = 0x3d

/** Reports what the library could not decode. */
export function checkTypedArray(findings: Findings, place: Place): void {
  const { tree } = findings
  const dtype = tree.string(tree.find(place, 'dtype')) as string
  const size = bytesPerValue[dtype]
  if (!size) {
    findings.error(place, () => unknownDtype(dtype), 'dtype')
    return
  }
  const bdata = tree.find(place, 'bdata')
  const wrong = firstNoBase64(tree, bdata)
  if (wrong !== -1) {
    findings.error(bdata, `is no base64 from character ${wrong} on; encode the numbers' bytes as base64`)
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
  `${bytes} bytes are no whole number of ${dtype} values (${size} bytes each); send the whole buffer`

function checkShape(findings: Findings, shape: Place, bytes: number, size: number, dtype: string): void {
  const { tree } = findings
  if (!tree.is(shape, kinds.string | kinds.number)) {
    findings.error(shape, 'must be a string such as "5,100" (rows, columns)')
    return
  }
  const sizes = String(tree.value(shape)).split(',').map(Number)
  if (sizes.length > 3 || !sizes.every(n => Number.isInteger(n) && n >= 0)) {
    findings.error(shape, 'must name one to three whole numbers, as "5,100" does')
    return
  }
  const product = sizes.reduce((a, b) => a * b, 1)
  if (sizes.length === 1 ? bytes % size !== 0 : product * size !== bytes) {
    findings.error(
      shape,
      `${sizes.join(' × ')} values of ${dtype} are ${product * size} bytes, but bdata holds ${bytes}`,
    )
  }
}

/** The first character that base64 does not have; -1 for none. White space is not taken. */
function firstNoBase64(tree: JsonTree, bdata: Place): number {
  const { bytes } = tree
  const start = tree.start(bdata) + 1
  let end = tree.end(bdata) - 1
  while (end > start && end > tree.end(bdata) - 3 && bytes[end - 1] === padding) end--
  for (let i = start; i < end; i++) {
    if (isBase64[bytes[i] as number] === 1) continue
    // JSON may write a slash as \/.
    if (bytes[i] === 0x5c && bytes[i + 1] === 0x2f) continue
    return i - start
  }
  return -1
}

const isBase64 = new Uint8Array(256)
for (const c of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
  isBase64[c.charCodeAt(0)] = 1
