/** Describes a figure in words for people who cannot see it: its kind, its axes and each series. */

import { readJson } from '../json/exact-json.ts'
import { isObject, type JsonObject, nameOf, ownNameOf, tablesOf } from '../table/columns.ts'
import { plainText } from '../title.ts'
import { axesInWords } from './axes.ts'
import type { DescribedTrace } from './described-trace.ts'
import { isHidden, withoutHidden, withoutUnplaced } from './drawn.ts'
import { kindOfTrace } from './kinds.ts'
import { withJoinedLevels } from './levels.ts'
import { seriesInWords } from './series.ts'
import { count, formatValue, shortValue } from './values.ts'

export interface FigureTexts {
  readonly data: string
  readonly layout: string
  readonly frames: string | null
}

/** How many series are described one by one. The others are counted. */
const maxSeries = 6
/** The maximum length in characters, for the author's own description too. */
const maxLetters = 2_000

/**
 * Describes a stored figure. The author's own description, `layout.meta.description`, comes first. The rest is derived
 * from `data`, with numbers rounded to six digits.
 */
export function describeFigure(texts: FigureTexts): string {
  const read = readJson(texts.layout)
  const layout = isObject(read) ? read : {}
  const traces = tracesOf(texts).filter(isObject)
  const hidden = traces.filter(isHidden).length
  const described = traces.flatMap((trace, i): readonly DescribedTrace[] => {
    const [table] = isHidden(trace) ? [] : tablesOf([withoutHidden(trace)])
    const named = table && { ...withJoinedLevels(table), name: nameOf(trace, i) }
    return named ? [withoutUnplaced({ trace, table: named }, layout)] : []
  })
  const sentences = [
    kindInWords(described),
    ...axesInWords(described, layout),
    ...described.slice(0, maxSeries).flatMap(each => traceInWords(each, described.length > 1)),
    described.length > maxSeries
      ? `And ${count(described.length - maxSeries, 'more series', 'more series')}`
      : null,
    hidden > 0 ? count(hidden, 'series is hidden', 'series are hidden') : null,
  ]
  const words = sentences.filter(Boolean).map(sentence => `${sentence}.`)
  return [authorsWords(layout), ...words].filter(Boolean).join(' ').slice(0, maxLetters)
}

/** The traces, whose lists have short values; for an animation without traces, those of its first frame. */
function tracesOf({ data, frames }: FigureTexts): readonly unknown[] {
  const traces = readJson(data) as unknown[]
  if (traces.length > 0 || frames === null) return shortenLists(traces)
  const [first] = readJson(frames) as unknown[]
  return isObject(first) && Array.isArray(first.data) ? shortenLists(first.data) : traces
}

/** Shortens the values of all lists in a list, in place. */
function shortenLists(list: unknown[]): unknown[] {
  for (const [i, value] of list.entries()) {
    if (typeof value === 'number') continue
    if (Array.isArray(value)) shortenLists(value)
    else if (isObject(value)) shortenListsIn(value)
    else list[i] = shortValue(value)
  }
  return list
}

function shortenListsIn(object: JsonObject): void {
  for (const value of Object.values(object)) {
    if (Array.isArray(value)) shortenLists(value)
    else if (isObject(value)) shortenListsIn(value)
  }
}

function authorsWords({ meta }: JsonObject): string | null {
  const words =
    isObject(meta) && typeof meta.description === 'string' ? plainText(meta.description, maxLetters) : ''
  return words === '' ? null : /[.!?…]$/.test(words) ? words : `${words}.`
}

/** `Bar chart and line chart with 3 series`. */
function kindInWords(described: readonly DescribedTrace[]): string {
  if (described.length === 0) return 'Empty chart'
  const kinds = new Set(
    described.map(({ trace, table }) => kindOfTrace(table.type, trace, table.columns[0]?.values.length ?? 0)),
  )
  const words = new Intl.ListFormat('en').format([...kinds].slice(0, 4))
  const first = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  return described.length === 1 ? first : `${first} with ${count(described.length, 'series', 'series')}`
}

function traceInWords(described: DescribedTrace, several: boolean): readonly string[] {
  const { trace, table } = described
  const words = seriesInWords(described)
  const named = several || ownNameOf(trace) !== null
  if (words === '') return several ? [`${formatValue(table.name)}: nothing to show`] : []
  return [
    named ? `${formatValue(table.name)}: ${words}` : `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
  ]
}

/** The maximum length of names taken from descriptions. */
const longestName = 90

/** What a graph is called: its title, or else what it shows, such as "Bar chart. Horizontal axis: from 1 to 12". */
export const nameOfGraph = (title: string | null, description: string): string =>
  title?.trim() || shortDescription(description, longestName).replace(/\.$/, '')

/** The first whole sentences of a description, for places such as link cards that cut longer texts. */
export function shortDescription(description: string, max = 300): string {
  if (description.length <= max) return description
  const end = description.lastIndexOf('. ', max)
  return end > 0 ? description.slice(0, end + 1) : `${description.slice(0, max - 1).trimEnd()}…`
}
