/** Arrays with one value a point that differ in length: the library draws as many points as the shortest has. */

import { parallelData } from '../../../plotly/trace-data.ts'
import { none, type Place } from '../tree/figure-tree.ts'
import { dataAt, isFlat, lengthOf } from './arrays.ts'
import type { FigureView, TraceView } from './views.ts'

export function checkLengths({ tree, findings }: FigureView, { place, type }: TraceView): void {
  for (const names of parallelData[type] ?? []) {
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
        `has ${other.length} values, but ${first.name} has ${first.length}: only ${shortest} are drawn`,
      )
  }
}
