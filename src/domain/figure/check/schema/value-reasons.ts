/** Messages about values that the charting library does not accept, with the accepted ones. */

import { unreachable } from '../../../../errors/unreachable.ts'
import { isColour } from '../../../../plotly/colours.ts'
import { colourScales } from '../../../../plotly/schema.generated.ts'
import type { Attribute } from '../../../../plotly/schema.ts'
import { isNumeric } from '../../../../plotly/values.ts'
import { counted } from '../../faults.ts'
import { nearest } from '../../nearest.ts'
import { unboxed } from '../messages.ts'

/** The message for a value that is not accepted. */
export function explain(value: unknown, attribute: Attribute, given: string): string {
  const subject = typeof value === 'object' ? (Array.isArray(value) ? 'the array' : 'the object') : given
  return `${subject} ${reasonOf(value, attribute)}; the default is used`
}

/** Detects `rgb(0.9, 0.5, 0.2)` as in matplotlib, which is black because components go up to 255. */
export const hasUnitComponents = (value: unknown): boolean => {
  const parts = typeof value === 'string' ? (/^\s*rgba?\(([\d.,\s]+)\)/i.exec(value)?.[1] ?? '') : ''
  const shares = parts.split(',').slice(0, 3)
  return shares.some(part => part.includes('.')) && shares.every(part => Number(part) <= 1)
}

/** Detects `rgba(31, 119, 180, 128)` as in image editors, which is opaque because alpha goes up to 1. */
export const hasByteAlpha = (value: unknown): boolean => {
  const alpha =
    typeof value === 'string' ? (/^\s*rgba\([^()]*,\s*([\d.]+)\s*\)\s*$/i.exec(value)?.[1] ?? '') : ''
  return Number(alpha) > 1 && Number(alpha) !== 255
}

function reasonOf(value: unknown, attribute: Attribute): string {
  const { kind, values, flags, extras, min, max, subplot } = attribute
  if (
    Array.isArray(value) &&
    !attribute.arrayOk &&
    !['info_array', 'colorlist', 'colorscale', 'enumerated'].includes(kind)
  )
    return value.length === 1
      ? `is not a single value; ${unboxed}`
      : 'contains several values, but a single value is expected here'
  switch (kind) {
    case 'enumerated':
      return oneOf(value, values ?? [])
    case 'flaglist':
      return noneOf(value, [...(flags ?? []), ...(extras ?? [])])
    case 'color':
      return `is not a colour${colourHint(value)}`
    case 'colorlist':
      return 'is not an array of colours'
    case 'colorscale':
      return `is not a colour scale, neither a known name nor pairs [0, colour] … [1, colour]${near(value, colourScales)}`
    case 'number':
    case 'integer':
    case 'angle':
      return numberReason(value, kind, min, max)
    case 'subplotid':
      return `is not a ${subplot} id such as "${subplot}" or "${subplot}2"`
    case 'info_array':
      return infoReason(value, attribute)
    case 'boolean':
      return 'is neither true nor false'
    case 'string':
      return values
        ? `is not a line style${near(value, values)}; send ${values.join(', ')}, or lengths such as "5px,10px"`
        : 'is not a string'
    case 'any':
    case 'data_array':
      return 'is not accepted'
    default:
      return unreachable(kind)
  }
}

const noneOf = (value: unknown, words: readonly unknown[]): string =>
  `is not one of ${words.join(', ')}${near(value, words)}`

function oneOf(value: unknown, values: readonly unknown[]): string {
  const named = values.filter(
    known => typeof known === 'boolean' || (typeof known === 'string' && !/^\/|^\d+$/.test(known)),
  )
  const shown = (named.length > 0 ? named : values).slice(0, 12).map(String)
  const more = named.length > shown.length ? ' …' : ''
  return `is not one of ${shown.join(', ')}${more}${near(value, values)}`
}

function near(value: unknown, values: readonly unknown[]): string {
  if (typeof value !== 'string') return ''
  const names = values.filter(known => typeof known === 'string' && !known.startsWith('/')) as string[]
  const found = nearest(value, names)
  return found === null ? '' : ` (did you mean ${JSON.stringify(found)}?)`
}

/** Suggests a colour for misspelt names such as `bluee`, and for hex colours without `#`. */
function colourHint(value: unknown): string {
  if (typeof value !== 'string') return '; send a CSS colour such as "#1f77b4"'
  if (hasByteAlpha(value)) return ' with transparency: its last part is from 0 to 1'
  if (hasUnitComponents(value)) return ' but black: red, green and blue go from 0 to 255'
  if (isColour(`#${value}`)) return ` (did you mean "#${value}"?)`
  const found = nearest(value, commonColours)
  return found === null
    ? '; send a CSS colour such as "#1f77b4"'
    : ` (did you mean ${JSON.stringify(found)}?)`
}

const commonColours =
  'black white red green blue yellow orange purple pink brown gray cyan magenta lime navy teal olive maroon silver gold indigo violet crimson salmon coral turquoise steelblue lightblue lightgreen lightgray darkblue darkgreen darkgray darkred royalblue skyblue tomato orchid transparent'.split(
    ' ',
  )

function numberReason(
  value: unknown,
  kind: string,
  min: number | undefined,
  max: number | undefined,
): string {
  if (typeof value === 'string' && /^\s*-?[\d.]+\s*(?:px|pt|em|%)\s*$/.test(value))
    return `is a text; send the number ${Number.parseFloat(value)}`
  if (!isNumeric(value)) return 'is not a number'
  if (min !== undefined && Number(value) < min) return `is less than ${min}`
  if (max !== undefined && Number(value) > max) return `is more than ${max}`
  return kind === 'integer' ? 'is not a whole number' : 'is not accepted'
}

function infoReason(value: unknown, { items, freeLength }: Attribute): string {
  if (!Array.isArray(value)) return 'is not an array'
  if (Array.isArray(items) && (freeLength ? value.length > items.length : value.length !== items.length))
    return `has ${counted(value.length, 'value')}, but ${items.length} are expected`
  return 'contains a value that is not accepted there'
}
