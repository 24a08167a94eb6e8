/** Warns of numbers that were meant as dates. The library supports only milliseconds since 1970, and only on date axes. */

import { type FigureTree, kinds, none, type Place } from '../../../tree/figure-tree.ts'
import { headOf } from '../../../tree/head.ts'
import { axisTypeOf } from '../../axes/names.ts'
import { isCompactDate } from '../../data/dates.ts'
import { isTypedArray, typedLength, typedValues } from '../../data/typed-arrays.ts'
import type { FigureView, TraceView } from '../../views.ts'

interface Form {
  readonly is: (value: number) => boolean
  /** How such numbers are drawn on a date axis; null if that is correct. */
  readonly drawn: string | null
  readonly remedy: string
}

const month = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])$/
/** Seconds from 1973 to 2128. */
const seconds = (value: number) => value > 1e8 && value < 5e9

const forms: readonly Form[] = [
  {
    is: value => isCompactDate(String(value)),
    drawn: 'a moment of 1970',
    remedy: 'write 20240131 as "2024-01-31"',
  },
  { is: value => month.test(String(value)), drawn: 'a moment of 1970', remedy: 'write 202401 as "2024-01"' },
  { is: seconds, drawn: 'days of 1970', remedy: 'numbers are milliseconds: multiply seconds by 1000' },
  { is: value => seconds(value / 1e3), drawn: null, remedy: 'numbers are milliseconds' },
  {
    is: value => seconds(value / 1e6),
    drawn: 'years beyond 5000',
    remedy: 'numbers are milliseconds: divide microseconds by 1000',
  },
  {
    is: value => seconds(value / 1e9),
    drawn: 'nothing',
    remedy: 'numbers are milliseconds: divide nanoseconds by 1000000',
  },
]

export function checkEpochs(figure: FigureView, trace: TraceView): void {
  const { tree, findings } = figure
  // If bars have a base, the numbers are lengths.
  if (tree.member(trace.place, 'base') !== none) return
  for (const letter of ['x', 'y'] as const) {
    const data = tree.member(trace.place, letter)
    if (data === none || findings.enough) continue
    const type = axisTypeOf(figure, trace, letter) ?? '-'
    const isDated = type === 'date'
    if (
      !isDated &&
      (type !== '-' || letter === 'y' || tree.string(tree.member(trace.place, 'orientation')) === 'h')
    )
      continue
    const numbers = numbersAt(tree, data, isDated)
    const form = numbers.length > 0 ? forms.find(({ is }) => numbers.every(is)) : undefined
    if (isDated && areDays(numbers))
      findings.warn(
        data,
        'is drawn as a date in 1970; convert days of a spreadsheet to milliseconds: (days - 25569) * 86400000',
      )
    else if (form && isDated) {
      if (form.drawn) findings.warn(data, `is drawn as ${form.drawn}; ${form.remedy}`)
    } else if (form && areMoments(numbers)) {
      findings.warn(data, `is drawn as numbers; for dates set layout.xaxis.type: "date" (${form.remedy})`)
    }
  }
}

/** Longer typed arrays are not decoded. */
const maxPacked = 10_000

/** The first numbers of an array. */
function numbersAt(tree: FigureTree, data: Place, isDated: boolean): readonly number[] {
  if (tree.is(data, kinds.array)) {
    if (tree.mask(data) & ~(kinds.number | kinds.null) || isSmall(tree, data, isDated)) return []
    return headOf(tree, data).filter(each => typeof each === 'number')
  }
  if (!isTypedArray(tree, data) || !(isDated || typedLength(tree, data) <= maxPacked)) return []
  return [...typedValues(tree, data).subarray(0, 1_000)].filter(Number.isFinite)
}

/** Whether the first number is too small for any of these units. A fast test that most arrays pass. */
const isSmall = (tree: FigureTree, data: Place, isDated: boolean): boolean =>
  Number.parseFloat(tree.bytes.toString('latin1', tree.start(data) + 1, tree.start(data) + 25)) <
  (isDated ? minDays : 190_000)

/** Spreadsheet dates (days since 1900) from 1982 to 2064. */
const [minDays, maxDays] = [30_000, 60_000]
/** The lengths of days, weeks, months, quarters and years. */
const usualSteps: ReadonlySet<number> = new Set([
  ...[1, 2, 3, 4, 5, 6, 7, 14, 28, 29, 30, 31, 90, 91, 92, 365, 366],
])

/** Whether the numbers look like consecutive days. */
const areDays = (numbers: readonly number[]): boolean =>
  numbers.length > 2 &&
  numbers.every(
    (each, i) =>
      each > minDays && each < maxDays && (i === 0 || usualSteps.has(each - (numbers[i - 1] as number))),
  )

/** Whether the numbers look like times: ascending and close together, which other large numbers seldom are. */
function areMoments(numbers: readonly number[]): boolean {
  const [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0]
  const isRising = numbers.every((each, i) => i === 0 || each >= (numbers[i - 1] as number))
  return numbers.length > 2 && isRising && last > first && last - first < last / 4
}
