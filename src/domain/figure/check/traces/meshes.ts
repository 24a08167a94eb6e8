/** Meshes of triangles. */

import { lengthOf, numbersOf } from '../data/arrays.ts'
import type { FigureView, TraceView } from '../views.ts'

/** The corners of a mesh are chosen by number. */
export function checkMesh({ tree, findings }: FigureView, { place }: TraceView): void {
  const corners = lengthOf(tree, tree.member(place, 'x')) ?? 0
  // Nothing is drawn, so nothing fails.
  if (corners === 0) return
  for (const name of ['i', 'j', 'k']) {
    const data = tree.member(place, name)
    if (lengthOf(tree, data) === null) continue
    const numbers = numbersOf(tree, data)
    const wrong = numbers.findIndex(n => !(Number.isInteger(n) && n >= 0 && n < corners))
    if (wrong !== -1)
      findings.error(
        data,
        `${numbers[wrong]} is no corner; send whole numbers from 0 to ${corners - 1}, places in x`,
        wrong,
      )
  }
}

/** A hull that follows its points is found by the library itself: the time grows with more than their number. */
const mostInHull = 3_000

/** Points of a mesh that names no triangles, with `alphahull` above 0. */
export function checkHull({ tree, findings }: FigureView, { place }: TraceView): void {
  const x = tree.member(place, 'x')
  const points = lengthOf(tree, x) ?? 0
  const given = ['i', 'j', 'k'].every(name => lengthOf(tree, tree.member(place, name)))
  if (given || points <= mostInHull || !((tree.number(tree.member(place, 'alphahull')) ?? -1) > 0)) return
  findings.warn(
    x,
    `a hull of ${points} points may not be found in time; send its triangles as i, j and k, or at most ${mostInHull} points`,
  )
}
