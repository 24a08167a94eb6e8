/** Bars that begin at a place of their own, such as those of a timeline: from where to where they reach. */

import type { Values } from '../table/values.ts'
import type { Told } from './told.ts'
import { isMissing, kindOf, numberOf } from './values.ts'

export interface Spans {
  /** The axis along which the bars lie. */
  readonly letter: 'x' | 'y'
  /** Of dates the values are lengths in milliseconds. */
  readonly areDates: boolean
  /** Where bars begin and where they end. */
  readonly ends: Values
}

/** Null for what is no bar, and for bars that begin at zero. */
export function spansOf({ trace, table }: Told): Spans | null {
  if (table.type !== 'bar' || trace.base === undefined) return null
  const letter = trace.orientation === 'h' ? 'x' : 'y'
  const column = (name: string) => table.columns.find(each => each.name === name)?.values
  const lengths = column(letter) ?? []
  const base = column('base') ?? Array.from(lengths, () => trace.base)
  const kind = kindOf(base)
  if (kind !== 'dates' && kind !== 'numbers') return null
  const areDates = kind === 'dates'
  const ends = Array.from(lengths, (length, i) => {
    const start = base.at(i)
    if (isMissing(start)) return []
    return [start, areDates ? later(String(start), numberOf(length)) : numberOf(start) + numberOf(length)]
  })
  return { letter, areDates, ends: ends.flat() }
}

/** A moment as figures write them, which is none of any zone. */
function later(start: string, milliseconds: number): string | null {
  const moment = new Date(
    Date.parse(`${start.replace(/Z$/, '')}${start.length > 10 ? 'Z' : ''}`) + milliseconds,
  )
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString().slice(0, -1)
}
