/** Values of columns, and how descriptions present them. */

import { textOf, type Values } from '../table/values.ts'
import { plainText } from '../title.ts'

/** In characters. Of longer values only the beginning is shown. Numbers and dates are shorter. */
const longestValue = 200

/**
 * A value as far as descriptions need it. A long one is cut, because the categories of a matrix stand in each of its rows,
 * where they are looked at several times.
 */
export function shortValue(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestValue ? value.slice(0, longestValue) : value
  if (!JSON.isRawJSON(value)) return value
  const number = JSON.stringify(value)
  return number.length > longestValue ? Number(number) : value
}

/** The number that a value is or spells; NaN for anything else. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return value.trim() === '' ? Number.NaN : Number(value)
  return JSON.isRawJSON(value) ? Number(JSON.stringify(value)) : Number.NaN
}

const dateShape = /^-?\d{4,6}-\d\d?(?:-\d\d?(?:[ T]\d\d?(?::\d\d){0,2}(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?)?$/

/** Whether the value is null, undefined, NaN or an empty text, which are not drawn. */
export const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || Number.isNaN(value)

/** The number of values that are not missing. */
export function presentIn(values: Values): number {
  let n = 0
  for (let i = 0; i < values.length; i++) if (!isMissing(values.at(i))) n++
  return n
}

/** What a column contains. */
export type Kind = 'numbers' | 'dates' | 'names'

/** The kind of all values; `names` if they differ, null if all are missing. */
export function kindOf(values: Values): Kind | null {
  let kind: Kind | null = null
  for (let i = 0; i < values.length; i++) {
    const value = values.at(i)
    if (isMissing(value)) continue
    const own = !Number.isNaN(numberOf(value)) ? 'numbers' : dateShape.test(textOf(value)) ? 'dates' : 'names'
    if (own === 'names' || (kind !== null && kind !== own)) return 'names'
    kind = own
  }
  return kind
}

/** A value's position on its axis; NaN if it has none. */
export const positionOf = (value: unknown, kind: Kind): number =>
  kind === 'numbers' ? numberOf(value) : kind === 'dates' ? Date.parse(textOf(value)) : Number.NaN

/** The rows of the least and the greatest value. */
export interface Extent {
  readonly low: number
  readonly high: number
}

/** The extent of a column; null if no value has a position on an axis. */
export function extentOf(values: Values, kind: Kind = 'numbers'): Extent | null {
  let low = -1
  let high = -1
  let [min, max] = [Infinity, -Infinity]
  for (let i = 0; i < values.length; i++) {
    const position = positionOf(values.at(i), kind)
    if (!Number.isFinite(position)) continue
    if (position < min) [min, low] = [position, i]
    if (position > max) [max, high] = [position, i]
  }
  return low === -1 ? null : { low, high }
}

let plain: Intl.NumberFormat | undefined
/** Formats a number. The formatter is created on first use, because that takes 20 ms. */
const inPlain = (number: number): string => {
  plain ??= new Intl.NumberFormat('en', { maximumSignificantDigits: 6, useGrouping: 'min2' })
  return plain.format(number)
}

/** Formats a value with six significant digits: `1234`, `12,345.6`, `1.5e-9`. */
export function formatValue(value: unknown): string {
  const number = typeof value === 'number' || JSON.isRawJSON(value) ? numberOf(value) : null
  if (number === null) return shorten(withoutZeros(plainText(textOf(value))))
  if (!Number.isFinite(number)) return String(number)
  const size = Math.abs(number)
  return number !== 0 && (size < 1e-4 || size >= 1e15)
    ? String(Number(number.toPrecision(6)))
    : inPlain(number === 0 ? 0 : number)
}

/**
 * Removes time zones, which are not drawn, and zero times, because Python writes all dates to the microsecond and
 * JavaScript to the millisecond.
 */
const withoutZeros = (text: string): string =>
  dateShape.test(text)
    ? text
        .replace(/(?:Z|[+-]\d\d:?\d\d)$/, '')
        .replace(/(?:[T ]00:00(?::00(?:\.0+)?)?|\.0+|(\.\d*[1-9])0+)$/, '$1')
    : text

const maxLetters = 60

const shorten = (text: string): string => {
  const letters = [...text]
  return letters.length <= maxLetters
    ? text
    : `${letters
        .slice(0, maxLetters - 1)
        .join('')
        .trimEnd()}…`
}

export const count = (n: number, one: string, more = `${one}s`): string =>
  `${formatValue(n)} ${n === 1 ? one : more}`

/** Joins the clauses of a sentence, skipping empty ones. */
export const join = (...clauses: readonly (string | null)[]): string => clauses.filter(Boolean).join(', ')

/** Such as `from 1 to 9` or `3 throughout`. Few names are listed. Null if there are no values. */
export function rangeOf(values: Values): string | null {
  const kind = kindOf(values)
  if (kind === null) return null
  if (kind === 'names') {
    const different = [...new Set(values)].filter(value => !isMissing(value))
    const names = [...new Set(different.map(formatValue))]
    if (names.length <= 6) return names.join(', ')
    return `${count(names.length, 'category', 'categories')} from ${names[0]} to ${names.at(-1)}`
  }
  const extent = extentOf(values, kind)
  if (!extent) return null
  const [low, high] = [
    formatValue(toValue(values.at(extent.low), kind)),
    formatValue(toValue(values.at(extent.high), kind)),
  ]
  return low === high ? `${low} throughout` : `from ${low} to ${high}`
}

/** Converts texts that spell numbers, so that they are formatted like numbers. */
const toValue = (value: unknown, kind: Kind): unknown => (kind === 'numbers' ? numberOf(value) : value)
