/** Values that the charting library does not take: it draws its default in their place. */

import { unreachable } from '../../../errors/unreachable.ts'
import { isColour } from '../../../plotly/colours.ts'
import { colourScales } from '../../../plotly/schema.generated.ts'
import type { Attribute } from '../../../plotly/schema.ts'
import { fits, fitsSingly, isNumeric } from '../../../plotly/values.ts'
import { shortened } from '../faults.ts'
import { nearest } from '../nearest.ts'
import { type FigureTree, kinds, type Place, root } from '../tree/figure-tree.ts'
import { headOf } from '../tree/head.ts'
import type { Findings } from './findings.ts'
import { quoted, unboxed } from './messages.ts'

/** Longer values are not read: a colour, an enumeration or a range is none of these. */
const longest = 64 * 1024

/** Of an attribute that may be an array, each element. Long texts are taken as they are. */
export function checkValue(findings: Findings, place: Place, attribute: Attribute): void {
  const { tree } = findings
  const isArray = tree.is(place, kinds.array)
  if (isArray && attribute.arrayOk) checkElements(findings, place, attribute)
  else if (tree.end(place) - tree.start(place) <= longest) {
    const value = tree.string(place) ?? tree.value(place)
    if (meansNothing(value, attribute)) return
    if (fits(value, attribute) && isDrawn(value, attribute)) checkFlags(findings, place, attribute, value)
    else if (!isOff(tree, place)) findings.warn(place, () => explain(value, attribute, quoted(tree, place)))
  }
}

/** The look of an arrow that is not drawn. */
const isOff = (tree: FigureTree, place: Place): boolean =>
  tree.key(place).startsWith('arrow') && tree.is(tree.member(tree.parent(place), 'showarrow'), kinds.false)

/** Exports of older releases spell out what is not set: an empty text, a size of 0, `false`. */
function meansNothing(value: unknown, { kind, min }: Attribute): boolean {
  if (value === '') return kind !== 'number' && kind !== 'integer'
  if (value === 0) return (kind === 'number' || kind === 'integer') && min === 1
  return value === false && kind === 'enumerated'
}

/** Values that the library keeps and then draws nothing of. */
function isDrawn(value: unknown, { kind, extras, items }: Attribute): boolean {
  if (kind === 'angle') return value !== 'auto' || extras?.includes('auto') === true
  if (kind === 'color') return !isInShares(value)
  return !(
    kind === 'info_array' &&
    Array.isArray(value) &&
    Array.isArray(items) &&
    value.length > items.length
  )
}

/** `rgb(0.9, 0.5, 0.2)`, as matplotlib has it, is black: parts go up to 255. */
const isInShares = (value: unknown): boolean => {
  const parts = typeof value === 'string' ? (/^\s*rgba?\(([\d.,\s]+)\)/i.exec(value)?.[1] ?? '') : ''
  const shares = parts.split(',').slice(0, 3)
  return shares.some(part => part.includes('.')) && shares.every(part => Number(part) <= 1)
}

/** Of an array the first values are looked at: one that is wrong is rarely wrong in one place. */
function checkElements(findings: Findings, place: Place, attribute: Attribute): void {
  const { tree } = findings
  if (tree.mask(place) & kinds.object) return
  const values = headOf(tree, place)
  // Numbers among colours choose from the colour scale.
  if (attribute.scaled && values.some(isNumeric)) return
  const rows = takesRows(tree, place)
  const wrong = values.findIndex(value => !fitsElement(value, attribute, rows))
  if (wrong === -1) return
  const value = values[wrong]
  findings.warn(place, () => explain(value, attribute, shortened(JSON.stringify(value))), wrong)
}

/** A null is drawn as the default, as was meant. */
function fitsElement(value: unknown, attribute: Attribute, rows: boolean): boolean {
  if (value === null || meansNothing(value, attribute)) return true
  if (isAnyText(attribute)) return true
  if (Array.isArray(value)) return rows && value.every(cell => fitsElement(cell, attribute, false))
  return fitsSingly(value, attribute) && !(attribute.kind === 'color' && isInShares(value))
}

/** Any value is shown as a text, unless it says how something is drawn. */
const isAnyText = ({ kind, strict, values }: Attribute): boolean => kind === 'string' && !strict && !values

/** Where each column of a table, or each row of a heat map, may have values of its own. */
const ofRows: ReadonlySet<string> = new Set(['cells', 'header', 'hoverlabel'])

/** Whether the value lies where arrays of arrays are meant, such as the cells of a table. */
export function takesRows(tree: FigureTree, place: Place): boolean {
  let above = tree.parent(place)
  while (above !== root && tree.index(above) === -1) {
    if (ofRows.has(tree.key(above))) return true
    above = tree.parent(above)
  }
  return false
}

/** Of flags that are joined, the wrong ones are left out. */
function checkFlags(
  findings: Findings,
  place: Place,
  { kind, flags, extras }: Attribute,
  value: unknown,
): void {
  if (kind !== 'flaglist' || typeof value !== 'string' || extras?.includes(value)) return
  const wrong = value.split('+').find(flag => !flags?.includes(flag))
  if (wrong !== undefined)
    findings.warn(
      place,
      () => `${JSON.stringify(shortened(wrong))} is none of ${flags?.join(', ')}, so it is left out`,
    )
}

/** Says what was expected of a value that does not fit. */
function explain(value: unknown, attribute: Attribute, given: string): string {
  const subject = typeof value === 'object' ? (Array.isArray(value) ? 'the array' : 'the object') : given
  return `${subject} ${reasonOf(value, attribute)}; the default is drawn`
}

function reasonOf(value: unknown, attribute: Attribute): string {
  const { kind, values, flags, extras, min, max, subplot } = attribute
  if (
    Array.isArray(value) &&
    !attribute.arrayOk &&
    !['info_array', 'colorlist', 'colorscale', 'enumerated'].includes(kind)
  )
    return value.length === 1
      ? `is no single value; ${unboxed}`
      : 'holds several values, but one value for all is taken here'
  switch (kind) {
    case 'enumerated':
      return oneOf(value, values ?? [])
    case 'flaglist':
      return `is none of ${[...(flags ?? []), ...(extras ?? [])].join(', ')}${near(value, [...(flags ?? []), ...(extras ?? [])])}`
    case 'color':
      return `is no colour${colourHint(value)}`
    case 'colorlist':
      return 'is no array of colours'
    case 'colorscale':
      return `is no colour scale: neither a known name nor pairs [0, colour] … [1, colour]${near(value, colourScales)}`
    case 'number':
    case 'integer':
    case 'angle':
      return numberReason(value, kind, min, max)
    case 'subplotid':
      return `is no ${subplot} id such as "${subplot}" or "${subplot}2"`
    case 'info_array':
      return infoReason(value, attribute)
    case 'boolean':
      return 'is neither true nor false'
    case 'string':
      return values
        ? `is no style of lines${near(value, values)}; ${values.join(', ')}, or lengths such as "5px,10px" are`
        : 'is no text'
    case 'any':
    case 'data_array':
      return 'is not taken'
    default:
      return unreachable(kind)
  }
}

function oneOf(value: unknown, values: readonly unknown[]): string {
  const named = values.filter(
    known => typeof known === 'boolean' || (typeof known === 'string' && !/^\/|^\d+$/.test(known)),
  )
  const shown = (named.length > 0 ? named : values).slice(0, 12).map(String)
  const more = named.length > shown.length ? ' …' : ''
  return `is none of ${shown.join(', ')}${more}${near(value, values)}`
}

function near(value: unknown, values: readonly unknown[]): string {
  if (typeof value !== 'string') return ''
  const names = values.filter(known => typeof known === 'string' && !known.startsWith('/')) as string[]
  const found = nearest(value, names)
  return found === null ? '' : ` (did you mean ${JSON.stringify(found)}?)`
}

/** `bluee` is nearly one; `ff0000` is one without its mark. */
function colourHint(value: unknown): string {
  if (typeof value !== 'string') return '; send a CSS colour such as "#1f77b4"'
  if (isInShares(value)) return ' but black: red, green and blue go from 0 to 255'
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
  if (!isNumeric(value)) return 'is no number'
  if (min !== undefined && Number(value) < min) return `is less than ${min}`
  if (max !== undefined && Number(value) > max) return `is more than ${max}`
  return kind === 'integer' ? 'is no whole number' : 'is not taken'
}

function infoReason(value: unknown, { items, freeLength }: Attribute): string {
  if (!Array.isArray(value)) return 'is no array'
  if (Array.isArray(items) && (freeLength ? value.length > items.length : value.length !== items.length))
    return `has ${value.length} values where ${items.length} are taken`
  return 'holds a value that is not taken there'
}
