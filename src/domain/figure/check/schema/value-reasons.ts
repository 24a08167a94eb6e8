/** Messages about values that the charting library does not accept, with the accepted ones. */

import { unreachable } from '../../../../errors/unreachable.ts'
import { isColour } from '../../../../plotly/schema/colours.ts'
import { colourScales } from '../../../../plotly/schema/schema.generated.ts'
import type { Attribute, Items } from '../../../../plotly/schema/schema.ts'
import { fits, isNumeric } from '../../../../plotly/schema/values.ts'
import { counted, quotedValue } from '../../faults.ts'
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
  const { kind, values, flags, extras, subplot } = attribute
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
      return `is not an array of colours${wrongColour(value)}`
    case 'colorscale':
      return scaleReason(value)
    case 'number':
    case 'integer':
    case 'angle':
      return numberReason(value, attribute)
    case 'subplotid':
      return `is not ${/^[aeioux]/.test(subplot ?? '') ? 'an' : 'a'} ${subplot} id such as "${subplot}" or "${subplot}2"${axisHint(value)}`
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

function noneOf(value: unknown, words: readonly unknown[]): string {
  const list = `is not one of ${words.map(written).join(', ')}`
  const joined = typeof value === 'string' ? value.trim().replace(/\s*[+,;|\s]\s*/g, '+') : ''
  const isJoinable = joined.includes('+') && joined.split('+').every(word => words.includes(word))
  return (
    list + (isJoinable ? `; join them with +, without spaces: ${JSON.stringify(joined)}` : near(value, words))
  )
}

/** Matches the patterns of axis ids in the schema. */
const idPattern = /^\/\^([xyz])\(/

function oneOf(value: unknown, values: readonly unknown[]): string {
  const ids = values.flatMap(
    known => (typeof known === 'string' ? idPattern.exec(known)?.slice(1) : null) ?? [],
  )
  const named = values.filter(
    known => typeof known === 'boolean' || (typeof known === 'string' && !/^\/\^|^\d+$/.test(known)),
  )
  const shown = (named.length > 0 || ids.length > 0 ? named : values).slice(0, 12).map(written)
  const more = named.length > shown.length ? ' …' : ''
  const all = [...shown, ...ids.flatMap(letter => [letter, `${letter}2 …`])]
  return `is not one of ${all.join(', ')}${more}${ids.length > 0 ? axisHint(value) : near(value, values)}`
}

const written = (value: unknown): string => (value === '' ? '""' : String(value))

/** Suggests the id of an axis that is given by the name of its settings. */
function axisHint(value: unknown): string {
  const [, letter, number = ''] = (typeof value === 'string' && /^([xy])axis([1-9]\d*)?$/.exec(value)) || []
  return letter ? ` (did you mean "${letter}${number === '1' ? '' : number}"?)` : ''
}

function near(value: unknown, values: readonly unknown[]): string {
  if (typeof value !== 'string') return ''
  const names = values.filter(known => typeof known === 'string' && !idPattern.test(known)) as string[]
  const found = nearest(value, names)
  return found ? ` (did you mean ${JSON.stringify(found)}?)` : ''
}

const scalePairs = 'pairs [0, colour] … [1, colour]'

function scaleReason(value: unknown): string {
  if (Array.isArray(value)) return `is not a colour scale${scaleFault(value)}`
  if (typeof value !== 'string') return `is not a colour scale; send the name of one, or ${scalePairs}`
  const name = /^(.+)_r$/i.exec(value)?.[1]
  const known = colourScales.find(each => each.toLowerCase() === name?.toLowerCase())
  if (known) return `is not a colour scale; send "${known}" and "reversescale": true`
  const found = near(name ?? value, colourScales)
  return `is not a colour scale${found || `; send ${scalePairs}, or one of ${colourScales.join(', ')}`}`
}

function scaleFault(steps: readonly unknown[]): string {
  if (steps.length > 1 && steps.every(isColour)) {
    const share = (i: number) => Number((i / (steps.length - 1)).toPrecision(2))
    const pairs = steps.slice(0, 3).map((colour, i) => JSON.stringify([share(i), colour]))
    return `, because it has no positions; send [${pairs.join(', ')}${steps.length > 3 ? ', …' : ''}]`
  }
  const isPair = (step: unknown): step is [unknown, unknown] => Array.isArray(step) && step.length === 2
  if (steps.length < 2 || !steps.every(isPair)) return `; send ${scalePairs}`
  const wrong = steps.find(([, colour]) => !isColour(colour))
  if (wrong) return `, because ${quotedValue(wrong[1])} is not a colour${colourHint(wrong[1])}`
  return '; its positions must ascend from 0 to 1'
}

function wrongColour(value: unknown): string {
  if (!Array.isArray(value)) return '; send [ … ]'
  const wrong = value.find(each => !isColour(each))
  return wrong === undefined ? '' : `, because ${quotedValue(wrong)} is not one${colourHint(wrong)}`
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

function numberReason(value: unknown, { kind, min, max, extras }: Attribute): string {
  const isShare = max === 1
  if (typeof value === 'string' && /^\s*-?[\d.]+\s*(?:px|pt|em|deg|°|%)\s*$/.test(value)) {
    const number = Number.parseFloat(value)
    if (!value.includes('%')) return `is a text; send the number ${number}`
    return `is a text; send ${isShare ? `the fraction ${number / 100}` : 'a number'}`
  }
  if (!isNumeric(value))
    return extras?.length ? `is neither a number nor ${extras.map(written).join(' or ')}` : 'is not a number'
  if (min !== undefined && Number(value) < min) return `is less than ${min}`
  if (max !== undefined && Number(value) > max)
    return `is more than ${max}${isShare && Number(value) >= 10 && Number(value) <= 100 ? `; for ${value} percent send ${Number(value) / 100}` : ''}`
  return kind === 'integer' ? 'is not a whole number' : 'is not accepted'
}

function infoReason(value: unknown, { items, freeLength, dimensions }: Attribute): string {
  if (!Array.isArray(value)) return 'is not an array; send [ … ]'
  if (Array.isArray(items) && (freeLength ? value.length > items.length : value.length !== items.length))
    return `has ${counted(value.length, 'value')}, but ${items.length} are expected`
  const itemAt = (i: number): Items | undefined =>
    Array.isArray(items) ? (items as readonly Items[])[i] : items
  const wrong = dimensions ? -1 : value.findIndex((part, i) => part !== null && !fitsItem(part, itemAt(i)))
  const item = itemAt(wrong)
  return wrong === -1 || item === undefined || Array.isArray(item)
    ? 'contains a value that is not accepted there'
    : `contains ${quotedValue(value[wrong])}, which ${reasonOf(value[wrong], item as Attribute)}`
}

const fitsItem = (part: unknown, item: Items | undefined): boolean =>
  item === undefined || Array.isArray(item) || fits(part, item as Attribute)
