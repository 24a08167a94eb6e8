/** Checks 3d meshes. */

import { none } from '../../../tree/figure-tree.ts'
import { lengthOf, numbersOf } from '../../data/arrays.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Refuses triangles with an index that is not a vertex, and warns of those with less than three lists. */
export function checkMesh({ tree, findings, frames }: FigureView, { place }: TraceView): void {
  const corners = lengthOf(tree, tree.member(place, 'x')) ?? 0
  // Nothing is drawn, so the library does not fail.
  if (corners === 0) return
  const given = ['i', 'j', 'k'].filter(name => lengthOf(tree, tree.member(place, name)) !== null)
  if (given.length > 0 && given.length < 3) {
    const missing = ['i', 'j', 'k'].filter(name => !given.includes(name)).join(' and ')
    if (frames === none && !findings.enough)
      findings.warn(
        tree.member(place, given[0] as string),
        `shows nothing without ${missing}; send i, j and k, the corners of each triangle, or none of them`,
      )
    return
  }
  for (const name of ['i', 'j', 'k']) {
    const data = tree.member(place, name)
    if (lengthOf(tree, data) === null) continue
    const numbers = numbersOf(tree, data)
    const wrong = numbers.findIndex(n => !(Number.isInteger(n) && n >= 0 && n < corners))
    if (wrong !== -1)
      findings.error(
        data,
        `${numbers[wrong]} is not a corner; send whole numbers from 0 to ${corners - 1}, indices of x`,
        wrong,
      )
  }
}
