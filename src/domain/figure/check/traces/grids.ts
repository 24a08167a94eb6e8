/**
 * Refuses data that expands to a much larger grid: all rows become as long as the longest, and x and y columns make a cell
 * for each combination.
 */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { isFlat, lengthOf } from '../data/arrays.ts'
import { typedValues } from '../data/typed-arrays.ts'
import type { FigureView, TraceView } from '../views.ts'
import { interpolated } from './types/matrices.ts'

/** A hundred times the pixels of a usual image. */
const maxCells = 25_000_000

/**
 * The maximum number of empty cells of contours, which the library interpolates in a hundred rounds. Measured: 360,000 cells
 * 15 s on a busy machine.
 */
const maxComputed = 400_000
const maxComputable = 4_000_000

interface Grid {
  readonly rows: number
  readonly columns: number
  /** The number of cells with a value. */
  readonly given: number
}

export function checkGridCells({ tree, findings }: FigureView, { place, type }: TraceView): void {
  const z = tree.member(place, 'z')
  const flat = isFlat(tree, z)
  const grid = flat ? gridOfPlaces(tree, place, z) : gridOfRows(tree, z)
  if (!grid) return
  const { rows, columns, given } = grid
  const cells = rows * columns
  const computes = interpolated.has(type) || tree.is(tree.member(place, 'connectgaps'), kinds.true)
  const size = `makes a grid of ${rows} × ${columns} cells, of which ${given} have a value`
  const remedy = flat
    ? 'bin or interpolate the points to a small grid first, or draw them as a scatter'
    : 'send rows of one length'
  if (cells > maxCells && cells > 4 * given)
    findings.error(z, `${size}, and the rest cannot be drawn; ${remedy}`)
  else if (computes && cells - given > maxComputable)
    findings.error(z, `${size}, and the rest cannot be computed; ${remedy}`)
  else if (computes && cells - given > maxComputed)
    findings.warn(z, `${size}, and the rest may take too long to compute; ${remedy}`)
}

function gridOfRows(tree: FigureTree, z: Place): Grid | null {
  if (!tree.is(z, kinds.array)) return null
  const [rows, columns] = [tree.count(z), tree.longestRow(z)]
  if (rows * columns <= maxComputed) return null
  return { rows, columns, given: tree.values(z) - nullsIn(tree, z) }
}

/** The grid of values with x and y columns, whose sides are the numbers of distinct x and y. */
function gridOfPlaces(tree: FigureTree, trace: Place, z: Place): Grid | null {
  const given = lengthOf(tree, z) ?? 0
  if (given * given <= maxComputed) return null
  const [columns = 0, rows = 0] = (tree.member(trace, 'a') === none ? ['x', 'y'] : ['a', 'b']).map(name =>
    differentIn(tree, tree.member(trace, name)),
  )
  return rows && columns ? { rows, columns, given } : null
}

const differentIn = (tree: FigureTree, places: Place): number =>
  tree.is(places, kinds.array)
    ? new Set(tree.value(places) as unknown[]).size
    : new Set(typedValues(tree, places)).size

function nullsIn(tree: FigureTree, place: Place): number {
  const text = tree.bytes.subarray(tree.start(place), tree.end(place))
  let count = 0
  for (let at = text.indexOf('null'); at !== -1; at = text.indexOf('null', at + 4)) count++
  return count
}
