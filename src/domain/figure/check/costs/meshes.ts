/** The costs of meshes without triangles, which the library finds between the points. */

import { type FigureTree, none, type Place } from '../../tree/figure-tree.ts'
import { extentOf, lengthOf, numbersOf } from '../data/arrays.ts'
import { type Cost, costOf } from './cost.ts'

/**
 * Milliseconds per point, and for points along a curve, each of which may be joined with each other, per pair. Measured:
 * triangles of 20,000 points 5.5 s, of a curve with 3,000 10 s; hulls of 2,900 10 s, of curves with 300 and 500 7.8 and 23.5 s.
 */
const triangles = { spread: 0.27, curve: 0.001_1 }
const hull = { spread: 3.5, curve: 0.094 }
/** A convex hull has no triangles inside. Measured: 20,000 points 0.6 s. */
const convexHull = { spread: 0.03, curve: 0 }

export function triangulation(tree: FigureTree, trace: Place): Cost | null {
  if (lengthOf(tree, tree.member(trace, 'i')) !== null) return null
  const places = ['x', 'y', 'z'].map(name => tree.member(trace, name))
  const count = Math.min(...places.map(place => lengthOf(tree, place) ?? 0))
  if (count === 0) return null
  const alpha = tree.number(tree.member(trace, 'alphahull')) ?? -1
  const ms = alpha > 0 ? hull : alpha === 0 ? convexHull : triangles
  const isCurve = isAlongCurve(places.map(place => numbersOf(tree, place)))
  const eachMs = isCurve ? Math.min(ms.curve * count, maxCurveMs / count) : ms.spread
  const cost = costOf(places[0] ?? none, count, 'corners without triangles', eachMs)
  return { ...cost, instead: 'triangles, with i, j and k' }
}

/** No figure is refused for a curve, because a straight line, which is found quickly, looks like one. */
const maxCurveMs = 50_000

/** The cells that a curve passes, as a multiple of those along one side. */
const maxPassed = 4

/** Whether most of the cells of a grid are empty: points on a surface lie in about as many cells as there are points. */
function isAlongCurve(coordinates: readonly Float64Array[]): boolean {
  const count = Math.min(...coordinates.map(({ length }) => length))
  const side = Math.ceil(Math.sqrt(count))
  const cells = new Float64Array(count)
  for (const values of coordinates) {
    const [min, max] = extentOf(values) ?? [0, 0]
    const size = (max - min) / side || 1
    for (let at = 0; at < count; at++)
      cells[at] = (cells[at] as number) * (side + 1) + Math.floor(((values[at] as number) - min) / size)
  }
  return new Set(cells).size <= maxPassed * side
}
