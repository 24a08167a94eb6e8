/** Labels under labels: sunbursts, treemaps and icicles. */

import { shortened } from '../faults.ts'
import { kinds, none } from '../tree/figure-tree.ts'
import type { FigureView, TraceView } from './views.ts'

const types = new Set(['sunburst', 'treemap', 'icicle'])

/** Longer ones are not read. */
const mostLabels = 100_000

/** Warns of a parent that is no label, or id: the library then shows nothing of the trace. */
export function checkHierarchy({ tree, findings }: FigureView, { place, type }: TraceView): void {
  if (!types.has(type) || findings.enough) return
  const parents = tree.at(place, 'parents')
  const names = tree.at(place, 'ids') === none ? tree.at(place, 'labels') : tree.at(place, 'ids')
  if (!tree.is(parents, kinds.array) || !tree.is(names, kinds.array) || tree.count(names) > mostLabels) return
  const known = new Set((tree.value(names) as unknown[]).map(String))
  const values = tree.value(parents) as unknown[]
  // One missing root is made up by the library.
  const missing = new Set(
    values.filter(parent => parent !== '' && parent !== null && !known.has(String(parent))),
  )
  const roots = values.filter(parent => parent === '' || parent === null).length
  if (missing.size === 0 || (missing.size === 1 && roots === 0)) return
  const at = values.findIndex(parent => missing.has(parent))
  findings.warn(
    parents,
    () =>
      `${shortened(JSON.stringify(values[at]))} is none of the ${tree.key(names)}, so the trace shows nothing; the root's parent is ""`,
    at,
  )
}
