/** Validates attribute values like the charting library (`Lib.validate`). */

import { isColour, isColourScale } from './colours.ts'
import { colourScales } from './schema.generated.ts'
import type { Attribute, AttributeKind, Items } from './schema.ts'

type Validator = (value: unknown, attribute: Attribute) => boolean

/** Whether the value is a number or a text that spells one. */
export const isNumeric = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))

/** Whether the text is a dash list, such as `5px,10px`. */
const isDashList = (text: string): boolean =>
  /^\s*\d[\d.]*(?:px|%)?(?:[\s,]+\d[\d.]*(?:px|%)?)*\s*$/.test(text)

const within = (value: unknown, { min, max }: Attribute): boolean =>
  !(Number(value) < (min ?? -Infinity)) && !(Number(value) > (max ?? Infinity))

/** Whether the value is a typed array. */
const isTypedArray = (value: unknown): boolean => {
  const { dtype, bdata, shape } = (value ?? {}) as Record<string, unknown>
  return (
    typeof dtype === 'string' &&
    typeof bdata === 'string' &&
    (shape === undefined || typeof shape === 'string' || typeof shape === 'number')
  )
}

const validators: Readonly<Record<AttributeKind, Validator>> = {
  any: () => true,
  angle: value => value === 'auto' || isNumeric(value),
  boolean: value => typeof value === 'boolean',
  color: value => isColour(value),
  colorlist: value => Array.isArray(value) && value.length > 0 && value.every(isColour),
  colorscale: value => (typeof value === 'string' ? isNamedScale(value) : isColourScale(value)),
  data_array: value => Array.isArray(value) || isTypedArray(value),
  enumerated: (value, { values, coerceNumber }) => {
    const given = coerceNumber ? Number(value) : value
    return (values ?? []).some(known => known === given || matches(known, given))
  },
  flaglist: (value, { flags, extras }) =>
    extras?.includes(value) ||
    (typeof value === 'string' && value.split('+').some(flag => flags?.includes(flag))),
  info_array: (value, attribute) => fitsItems(value, attribute),
  integer: (value, attribute) =>
    attribute.extras?.includes(value) ||
    (isNumeric(value) && Number(value) % 1 === 0 && within(value, attribute)),
  number: (value, attribute) => isNumeric(value) && within(value, attribute),
  string: (value, { strict, noBlank, values }) =>
    typeof value === 'string'
      ? !(noBlank && value === '') && (!values || values.includes(value) || isDashList(value))
      : typeof value === 'number' && !strict && (!values || value > 0),
  subplotid: (value, { subplot }) =>
    typeof value === 'string' &&
    value.startsWith(subplot ?? '') &&
    /^(?:[2-9]|[1-9]\d+)?$/.test(value.slice(subplot?.length)),
}

/** Whether the library accepts the value. If arrays are allowed, any array is accepted. */
export const fits = (value: unknown, attribute: Attribute): boolean =>
  (attribute.arrayOk === true && (Array.isArray(value) || isTypedArray(value))) ||
  validators[attribute.kind](value, attribute)

/** The same for an element of an array. */
export const fitsSingly = (value: unknown, attribute: Attribute): boolean =>
  validators[attribute.kind](value, attribute)

function matches(known: unknown, given: unknown): boolean {
  if (typeof known !== 'string' || !known.startsWith('/') || !known.endsWith('/') || known.length < 2)
    return false
  return typeof given === 'string' && new RegExp(known.slice(1, -1)).test(given)
}

/** Whether the text is the name of a colour scale, or a JSON text with one. */
function isNamedScale(text: string): boolean {
  if (colourScales.includes(text)) return true
  if (!text.startsWith('[') || text.length > 10_000) return false
  try {
    return isColourScale(JSON.parse(text))
  } catch {
    return false
  }
}

function fitsItems(value: unknown, { items, freeLength, dimensions }: Attribute): boolean {
  if (isTypedArray(value)) return true
  if (!Array.isArray(value)) return false
  const each = Array.isArray(items) ? (items as readonly Items[]) : null
  if (!freeLength && each && value.length !== each.length) return false
  const item = (i: number): Items | undefined => (each ? each[i] : items)
  return value.every((part, i) => {
    const expected = item(i)
    if (expected === undefined) return true
    const rows = dimensions === 2 || (dimensions === '1-2' && Array.isArray(part))
    if (!rows) return !Array.isArray(expected) && (part === null || fits(part, expected as Attribute))
    return Array.isArray(part) && part.every((cell, j) => cell === null || fitsCell(cell, expected, items, j))
  })
}

function fitsCell(cell: unknown, expected: Items, items: Items | undefined, j: number): boolean {
  const row = Array.isArray(expected) ? expected : Array.isArray(items) ? items : null
  const attribute = row ? row[j] : expected
  return attribute === undefined || Array.isArray(attribute) || fits(cell, attribute as Attribute)
}
