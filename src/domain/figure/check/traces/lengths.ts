/** Warns of arrays with different lengths. The library draws as many points as the shortest one has. */

import { parallelData } from '../../../../plotly/schema/trace-data.ts'
import { counted } from '../../faults.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { dataAt, isFlat, lengthOf } from '../data/arrays.ts'
import type { FigureView, TraceView } from '../views.ts'

/** Attributes with a style per point: their container and names. */
const looks = [
  ['marker', ['color', 'size', 'symbol']],
  ['error_x', ['array']],
  ['error_y', ['array']],
] as const

/**
 * Warns of styles for more or fewer points than there are. The library does not repeat them: other points are black or
 * tiny. A single point with a colour bar is there for the bar, and its colours are the ends of the scale.
 */
export function checkStyleLengths({ tree, findings }: FigureView, trace: TraceView): void {
  for (const [outer, names] of looks) {
    const part = tree.member(trace.place, outer)
    if (part === none || findings.enough) continue
    const points = pointsOf(tree, trace)
    for (const name of names) {
      const data = tree.member(part, name)
      const length = data === none || !isFlat(tree, data) ? null : lengthOf(tree, data)
      if (!length || !points || length === points || length === drawnOf(tree, trace)) continue
      if (name === 'color' && points === 1 && tree.is(tree.member(part, 'showscale'), kinds.true)) continue
      findings.warn(
        data,
        `has ${counted(length, 'value')} for ${counted(points, 'point')}; send one for each`,
      )
    }
  }
}

/** Attributes with a text or value per point. */
const words = ['text', 'hovertext', 'customdata', 'ids'] as const

/** Warns of texts for fewer or more points than there are. */
export function checkPointTexts({ tree, findings }: FigureView, trace: TraceView): void {
  for (const name of words) {
    const data = tree.member(trace.place, name)
    const length = data === none || findings.enough ? null : lengthOf(tree, data)
    const points = length ? pointsOf(tree, trace) : 0
    if (!length || points === 0 || length === points || length === drawnOf(tree, trace)) continue
    const isTurned = tree.is(data, kinds.array) && tree.longestRow(data) === points
    const remedy = isTurned ? 'a row for each point: [[a, b], …]' : 'one for each'
    findings.warn(
      data,
      `has ${counted(length, isTurned ? 'row' : 'value')} for ${counted(points, 'point')}; send ${remedy}`,
    )
  }
}

/** The length of the longest array with positions. */
export const pointsOf = (tree: FigureTree, trace: TraceView): number => Math.max(0, ...lengthsOf(tree, trace))

/** The length of the shortest one, which is the number of drawn points. */
const drawnOf = (tree: FigureTree, trace: TraceView): number => Math.min(...lengthsOf(tree, trace))

const lengthsOf = (tree: FigureTree, { place, type }: TraceView): readonly number[] =>
  (parallelData[type]?.[0] ?? []).flatMap(name => lengthOf(tree, dataAt(tree, place, name)) || [])

/** Types whose positions name groups. Descriptions and tables do not pair these arrays, so they are no `parallelData`. */
export const groupedData: Readonly<Record<string, (typeof parallelData)[string]>> = {
  box: [['x', 'y']],
  violin: [['x', 'y']],
}

/** Warns of positions with different lengths. */
export function checkLengths({ tree, findings }: FigureView, { place, type }: TraceView): void {
  for (const names of parallelData[type] ?? groupedData[type] ?? []) {
    if (findings.enough) return
    let first: { readonly name: string; readonly length: number } | null = null
    let other: { readonly data: Place; readonly length: number } | null = null
    let shortest = Infinity
    for (const name of names) {
      const data = dataAt(tree, place, name)
      const length = data === none || !isFlat(tree, data) ? null : lengthOf(tree, data)
      if (!length) continue
      shortest = Math.min(shortest, length)
      if (first === null) first = { name, length }
      else if (length !== first.length) other ??= { data, length }
    }
    if (first && other)
      findings.warn(
        other.data,
        `has ${counted(other.length, 'value')}, but ${first.name} has ${first.length}: only ${shortest} are drawn`,
      )
  }
}
