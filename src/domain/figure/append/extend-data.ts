/** Adds points to the text of `data` by joining texts, so that no number is ever reformatted. */

import { MemberScanner } from '../json/members.ts'
import { endOfString, scan } from '../json/scan.ts'
import { type FigureText, textIn, utf8Of } from '../text.ts'
import type { Segment } from './segment.ts'

interface Piece {
  readonly items: FigureText
  readonly count: number
}

/** How one array of the figure changes: its stored values, the added ones, and how many were dropped at its start. */
interface Growth {
  start: number
  end: number
  count: number
  readonly added: Piece[]
  dropped: number
}

const nameOf = (trace: number, path: string) => `${trace} ${path}`

/** Applies the segments in order. Skips arrays that a segment names but the text does not have. */
export function extendData(data: FigureText, segments: readonly Segment[]): FigureText {
  if (segments.length === 0) return data
  const bytes = utf8Of(data)
  const growths = growthsIn(segments)
  locate(bytes, growths)
  countDropped(segments, growths)
  const changed = [...growths.values()].filter(({ end }) => end > 0).sort((a, b) => a.start - b.start)

  const parts: Buffer[] = []
  let at = 0
  for (const growth of changed) {
    parts.push(bytes.subarray(at, growth.start + 1), ...valuesOf(bytes, growth))
    at = growth.end - 1
  }
  parts.push(bytes.subarray(at))
  const whole = Buffer.concat(parts)
  return textIn(whole, 0, whole.length)
}

function growthsIn(segments: readonly Segment[]): Map<string, Growth> {
  const growths = new Map<string, Growth>()
  for (const { extensions } of segments) {
    for (const { trace, path, items, count } of extensions) {
      const name = nameOf(trace, path)
      const growth = growths.get(name) ?? { start: 0, end: 0, count: 0, added: [], dropped: 0 }
      growth.added.push({ items, count })
      growths.set(name, growth)
    }
  }
  return growths
}

/** Finds the arrays in the text. The last of several members with one name counts, as in `JSON.parse`. */
function locate(bytes: Buffer, growths: ReadonlyMap<string, Growth>): void {
  scan(
    bytes,
    new MemberScanner(bytes, null, ({ item, path, isArray, start, end, count }) => {
      const growth = isArray ? growths.get(nameOf(item, path)) : undefined
      if (growth) Object.assign(growth, { start, end, count })
    }),
  )
}

/** Repeats the counting of the appends: each drops the values beyond its own `keep`. */
function countDropped(segments: readonly Segment[], growths: ReadonlyMap<string, Growth>): void {
  const lengths = new Map([...growths.values()].map(growth => [growth, growth.count]))
  for (const { extensions, keep } of segments) {
    for (const { trace, path, count } of extensions) {
      const growth = growths.get(nameOf(trace, path)) as Growth
      const length = (lengths.get(growth) ?? 0) + count
      const over = keep === null ? 0 : Math.max(0, length - keep)
      growth.dropped += over
      lengths.set(growth, length - over)
    }
  }
}

/** The remaining values with the commas between them. */
function valuesOf(bytes: Buffer, { start, end, count, added, dropped }: Growth): Buffer[] {
  const pieces: Piece[] = [{ items: bytes.subarray(start + 1, end - 1), count }, ...added]
  const parts: Buffer[] = []
  let skip = dropped
  for (const { items, count: values } of pieces) {
    if (values <= skip) {
      skip -= values
      continue
    }
    const text = utf8Of(items)
    if (parts.length > 0) parts.push(comma)
    parts.push(skip === 0 ? text : text.subarray(afterValues(text, skip)))
    skip = 0
  }
  return parts
}

const comma = Buffer.from(',')

/** The offset of the value after the first `skip` values, in the inner text of an array. */
function afterValues(text: Buffer, skip: number): number {
  let depth = 0
  let left = skip
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === quote) i = endOfString(text, i) - 1
    else if (c === openBracket || c === openBrace) depth++
    else if (c === closeBracket || c === closeBrace) depth--
    else if (c === commaCode && depth === 0 && --left === 0) return i + 1
  }
  return text.length
}

const quote = 0x22
const commaCode = 0x2c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
