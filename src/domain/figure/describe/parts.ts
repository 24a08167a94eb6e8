/** Describes pies and trees: the parts of a whole. */

import type { JsonObject } from '../table/columns.ts'
import { textOf, type Values } from '../table/values.ts'
import { count, extentOf, formatValue, isMissing, join, numberOf, rangeOf } from './values.ts'

/** The columns of a pie or a tree; null if it does not have them. */
export interface Parts {
  readonly labels: Values | null
  readonly ids: Values | null
  readonly parents: Values | null
  readonly values: Values | null
}

/**
 * Such as `5 parts, 120 in all, largest A with 60, smallest B with 2`. For a tree without values:
 * `9 parts, at the top A and B`.
 */
export function partsInWords(parts: Parts, trace: JsonObject): string {
  return parts.parents ? treeInWords(parts, parts.parents, trace) : piecesInWords(parts)
}

/**
 * Adds up slices with the same label, as the charting library does, which draws none below 0. Without values, counts
 * them.
 */
function piecesInWords({ labels, values }: Parts): string {
  const n = Math.max(labels?.length ?? 0, values?.length ?? 0)
  if (values && !extentOf(values)) return join(count(n, 'part'), labels && rangeOf(labels))
  const pieces = new Map<string, number>()
  for (let i = 0; i < n; i++) {
    const value = values ? numberOf(values.at(i)) : 1
    if (Number.isNaN(value)) continue
    const label = isMissing(labels?.at(i)) ? `part ${i + 1}` : formatValue(labels?.at(i))
    pieces.set(label, (pieces.get(label) ?? 0) + value)
  }
  for (const [label, sum] of pieces) if (sum < 0) pieces.delete(label)
  // If each label occurs only once, the counts say nothing.
  if (!values && pieces.size === n) return join(count(n, 'part'), labels && rangeOf(labels))
  const sums = [...pieces.values()]
  return join(count(pieces.size, 'part'), sumInWords(sums), ...extremesInWords([...pieces.keys()], sums))
}

/** Compares the leaves only, because the value of a branch may or may not include theirs. */
function treeInWords({ labels, ids, values }: Parts, parents: Values, trace: JsonObject): string {
  const names = labels ?? ids
  const parts = count(Math.max(names?.length ?? 0, values?.length ?? 0), 'part')
  if (!values || !extentOf(values)) return join(parts, names && topInWords(names, parents))
  const inner = new Set(Array.from(parents, textOf))
  const places = Array.from(values, (_, i) => i)
  const whole = trace.branchvalues === 'total' ? places.filter(i => isMissing(parents.at(i))) : places
  const leaves = places.filter(i => !inner.has(textOf((ids ?? names)?.at(i))))
  return join(
    parts,
    sumInWords(whole.map(i => numberOf(values.at(i)))),
    ...extremesInWords(
      leaves.map(i => (isMissing(names?.at(i)) ? `part ${i + 1}` : formatValue(names?.at(i)))),
      leaves.map(i => numberOf(values.at(i))),
    ),
  )
}

function sumInWords(values: readonly number[]): string | null {
  const sum = values.filter(value => value > 0).reduce((a, b) => a + b, 0)
  return sum > 0 ? `${formatValue(sum)} in all` : null
}

function extremesInWords(names: readonly string[], values: readonly number[]): readonly string[] {
  const extent = extentOf(values)
  if (!extent) return []
  const one = (i: number) => `${names[i]} with ${formatValue(values[i])}`
  return [`largest ${one(extent.high)}`, ...(values.length > 1 ? [`smallest ${one(extent.low)}`] : [])]
}

/** How many top parts are listed. The others are counted. */
const maxTops = 6

function topInWords(labels: Values, parents: Values): string | null {
  const tops = Array.from(labels).filter((_, i) => isMissing(parents.at(i)))
  const names = tops.slice(0, maxTops).map(formatValue)
  const more = tops.length > maxTops ? [`${tops.length - maxTops} more`] : []
  return tops.length === 0 ? null : `at the top ${new Intl.ListFormat('en').format([...names, ...more])}`
}
