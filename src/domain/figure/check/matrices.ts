/** Rows of values: what heat maps, contours and surfaces are made of. */

import { isOfCategory } from '../../../plotly/schema.ts'
import { kinds, none } from '../tree/figure-tree.ts'
import { isFlat, lengthOf } from './arrays.ts'
import type { FigureView, TraceView } from './views.ts'

/** Types whose `z` is rows, unless x and y name the place of each value. */
const ofRows = new Set(['heatmap', 'contour', 'surface'])

export function checkMatrix({ tree, findings }: FigureView, { place, type }: TraceView): void {
  if (!ofRows.has(type) || !isOfCategory(type, '2dMap')) return
  const z = tree.at(place, 'z')
  const length = z === none ? null : lengthOf(tree, z)
  if (length === null || length === 0) return
  if (isFlat(tree, z)) {
    const [x, y] = ['x', 'y'].map(name => lengthOf(tree, tree.at(place, name)))
    if (type !== 'surface' && x && y) return
    const remedy = type === 'surface' ? '' : ', or with x and y of the same length'
    findings.warn(z, `is one row of values, so nothing is drawn; send rows: [[ … ], [ … ]]${remedy}`)
    return
  }
  if (tree.is(z, kinds.array) && tree.mask(z) & ~(kinds.array | kinds.null))
    findings.warn(z, 'holds values beside its rows; send rows only: [[ … ], [ … ]]')
}
