/** The cells of a CSV file. */

import { shortened } from '../faults.ts'

/** Matches texts that a spreadsheet would run as a formula, after any leading apostrophes. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** The text of a cell. */
export type CellWriter = (value: unknown) => string

/**
 * Writes cells, whose texts have at most `max` characters. A missing value is an empty cell, an empty text is `""`. Numbers
 * are unchanged, including negative ones and those sent as text. A text that a spreadsheet would run as a formula gets a
 * leading `'`, by which spreadsheets mark texts. Removing the first `'` of `'=`, `''=` … restores the text.
 */
export function cellWriter(max: number): CellWriter {
  /** The JSON texts of lists, which may stand in many rows, and the submitted digits of numbers. */
  const nested = new WeakMap<object, string>()
  function textOf(value: object): string {
    const known = nested.get(value)
    if (known !== undefined) return known
    const text = shortened(JSON.stringify(value), max)
    nested.set(value, text)
    return text
  }
  return value => {
    if (value === null || value === undefined || Number.isNaN(value)) return ''
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    const text = typeof value === 'string' ? shortened(value, max) : textOf(value as object)
    if (text === '') return '""'
    const safe = formula.test(text) && !number.test(text) ? `'${text}` : text
    return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
}

/** Writes cells with their whole texts. */
export const wholeCell = cellWriter(Number.POSITIVE_INFINITY)
