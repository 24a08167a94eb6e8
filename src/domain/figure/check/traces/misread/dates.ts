/** Warns of dates that the charting library treats as names or numbers. */

import { isNumeric } from '../../../../../plotly/schema/values.ts'
import { quotedValue } from '../../../faults.ts'
import { kinds, type Place } from '../../../tree/figure-tree.ts'
import { headOf } from '../../../tree/head.ts'
import { axisTypeOf } from '../../axes/names.ts'
import { isCompactDate, isDate } from '../../data/dates.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Date formats that the library treats as names: 31/12/2024, 2024/12/31, Jan 1, 2024, 2024-01-01 10:00 PM. */
const everyday = [
  /^(?:\d{1,2}([./-])\d{1,2}\1\d{4}|\d{4}([./])\d{1,2}\2\d{1,2})(?:[ T,].*)?$/,
  /^(?:\d{1,2}\.? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?: \d{1,2},?)? \d{4}$/i,
  /^\d{4}-\d\d?-\d\d?[ T][\d:.]+ ?[ap]m$/i,
  // With a named or separated zone: 2024-01-01 00:00:00 UTC, … +0000 UTC, …+01:00[Europe/Berlin].
  /^\d{4}-\d\d?-\d\d?[ T][\d:.]+(?: ?[+-]\d\d:?\d\d)?(?: [A-Z]{2,5}| ?\[[\w/]+\])$/,
  /^\d{4}-\d\d?-\d\d?[ T][\d:.]+ [+-]\d\d:?\d\d$/,
  // Formats of programs: Mon, 01 Jan 2024 …, Mon Jan 01 2024 …, Timestamp('2024-01-01 00:00:00').
  /^(?:mon|tue|wed|thu|fri|sat|sun),? (?:\d{1,2} [a-z]{3}|[a-z]{3} \d{1,2}) \d{4}\b/i,
  // Short ones: 1/31/24, 2024/01, and as calendars exchange them: 20240131T120000Z.
  /^(?:\d{1,2}\/\d{1,2}\/\d\d|(?:19|20)\d\d\/(?:0[1-9]|1[0-2]))$/,
  /^(?:19|20)\d{6}T\d{4}(?:\d\d)?Z?$/,
  /^\/?(?:new )?(?:Timestamp|datetime\.\w+|Date)\(/,
]

/** A fast test that most dates pass. */
const isYearFirst = (text: string) => text.charAt(4) === '-'

/** Warns of x and y that were meant as dates but are not recognised as such. */
export function checkDates(figure: FigureView, trace: TraceView): void {
  if (figure.findings.enough) return
  checkCoordinate(figure, trace, 'x')
  checkCoordinate(figure, trace, 'y')
}

function checkCoordinate(figure: FigureView, trace: TraceView, letter: 'x' | 'y'): void {
  const { tree, findings } = figure
  const data = tree.at(trace.place, letter)
  if (!tree.is(data, kinds.array) || !(tree.mask(data) & kinds.string)) return
  if (tree.mask(data) & kinds.array) return
  const type = axisTypeOf(figure, trace, letter)
  if (type === 'linear' || type === 'log') checkNumbers(figure, data, type)
  if (type !== null && type !== 'date' && type !== '-') return
  const calendar = tree.string(tree.member(trace.place, `${letter}calendar`))
  if (calendar !== null && calendar !== 'gregorian') return
  const values = headOf(tree, data)
  if (type === 'date') {
    const wrong = values.findIndex(value => typeof value === 'string' && value !== '' && !isDate(value))
    if (wrong !== -1)
      findings.warn(
        data,
        () =>
          `${quotedValue(values[wrong])} is not a date, so it is not drawn; write 2024-12-31 or 2024-12-31 23:59:59`,
        wrong,
      )
    return
  }
  const texts = values.filter(value => typeof value === 'string')
  const isEveryday = (text: string) => everyday.some(form => form.test(text.trim()))
  const odd = values.findIndex(value => typeof value === 'string' && !isYearFirst(value))
  if (texts.length > 1 && texts.every(isCompactDate))
    findings.warn(data, () => `${quotedValue(texts[0])} is drawn as a number; write dates as 2024-12-31`, 0)
  else if (
    odd !== -1 &&
    isEveryday(values[odd] as string) &&
    isDate(texts.find(text => isYearFirst(text)) ?? '')
  )
    findings.warn(
      data,
      () => `${quotedValue(values[odd])} is not a date like the others; write 2024-12-31`,
      odd,
    )
  else if (texts.length > 0 && texts.every(isEveryday))
    findings.warn(
      data,
      () =>
        `${quotedValue(texts[0])} is drawn as a category, not as a date; write 2024-12-31, or set the axis' type to "category"`,
      0,
    )
}

/** Warns of names and dates on an axis of numbers. */
function checkNumbers({ tree, findings }: FigureView, data: Place, type: string): void {
  const values = headOf(tree, data)
  const isNumber = (value: unknown) =>
    isNumeric(typeof value === 'string' ? value.replace(/[$,%\s]/g, '') : value)
  if (
    tree.mask(data) & kinds.number ||
    !values.some(value => typeof value === 'string') ||
    values.some(isNumber)
  )
    return
  findings.warn(
    data,
    `contains no number, so nothing is drawn on an axis of "type": "${type}"; leave the type out`,
  )
}
