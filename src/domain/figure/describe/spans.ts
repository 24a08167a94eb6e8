/** Bars with a `base`, such as those of a timeline: where each begins and ends. */

import { textOf, type Values } from '../table/values.ts'
import type { DescribedTrace } from './described-trace.ts'
import { isHorizontal } from './orientation.ts'
import { isMissing, kindOf, numberOf, shortValue } from './values.ts'

export interface Spans {
  /** The axis along which the bars extend. */
  readonly letter: 'x' | 'y'
  /** Whether the bars begin at dates. Their lengths are then in milliseconds. */
  readonly areDates: boolean
  /** The positions at which the bars begin and end. */
  readonly ends: Values
}

/** The spans of each series, which several sentences are about. */
const known = new WeakMap<DescribedTrace, Spans | null>()

/** Null if the trace has no bars, or if they begin at zero. */
export function spansOf(described: DescribedTrace): Spans | null {
  const before = known.get(described)
  if (before !== undefined) return before
  const spans = readSpans(described)
  known.set(described, spans)
  return spans
}

function readSpans({ trace, table }: DescribedTrace): Spans | null {
  if (table.type !== 'bar' || trace.base === undefined) return null
  const letter = isHorizontal(trace, 'bar') ? 'x' : 'y'
  const column = (name: string) => table.columns.find(each => each.name === name)?.values
  const lengths = column(letter) ?? []
  const everywhere = shortValue(trace.base)
  const base = column('base') ?? Array.from(lengths, () => everywhere)
  const kind = kindOf(base)
  if (kind !== 'dates' && kind !== 'numbers') return null
  const areDates = kind === 'dates'
  const ends = Array.from(lengths, (length, i) => {
    const start = base.at(i)
    if (isMissing(start)) return []
    return [start, areDates ? later(textOf(start), numberOf(length)) : numberOf(start) + numberOf(length)]
  })
  return { letter, areDates, ends: ends.flat() }
}

/** A date plus a duration, written like the dates of figures, without a time zone. */
function later(start: string, milliseconds: number): string | null {
  const moment = new Date(
    Date.parse(`${start.replace(/Z$/, '')}${start.length > 10 ? 'Z' : ''}`) + milliseconds,
  )
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString().slice(0, -1)
}
