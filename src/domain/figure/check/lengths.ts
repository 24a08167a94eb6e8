/** Arrays with one value a point that differ in length: the library draws as many points as the shortest has. */

import { parallelData } from '../../../plotly/trace-data.ts'
import { none } from '../tree/figure-tree.ts'
import { dataAt, isFlat, lengthOf } from './arrays.ts'
import type { FigureView, TraceView } from './views.ts'

export function checkLengths({ tree, findings }: FigureView, { place, type }: TraceView): void {
  for (const names of parallelData[type] ?? []) {
    if (findings.enough) return
    const present = names.flatMap(name => {
      const data = dataAt(tree, place, name)
      const length = data === none || !isFlat(tree, data) ? null : lengthOf(tree, data)
      return length ? [{ name, data, length }] : []
    })
    const [first, ...others] = present
    const other = others.find(({ length }) => length !== first?.length)
    if (!first || !other) continue
    const shortest = Math.min(...present.map(({ length }) => length))
    findings.warn(
      other.data,
      `has ${other.length} values, but ${first.name} has ${first.length}: only ${shortest} are drawn`,
    )
  }
}
