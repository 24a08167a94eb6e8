/** Checks the grids of volumes, isosurfaces and streamtubes, without which the library draws nothing. */

import { counted } from '../../../faults.ts'
import { type FigureTree, kinds, none, type Place } from '../../../tree/figure-tree.ts'
import { extentOf, isFlat, lengthOf, numbersOf } from '../../data/arrays.ts'
import type { FigureView, TraceView } from '../../views.ts'

const positions = ['x', 'y', 'z'] as const

const remedy =
  'send x, y and z of every point of a grid, in lists as long (in numpy: X, Y, Z = np.mgrid[…] and X.flatten())'

/** Larger grids are not read. */
const maxPoints = 5_000

/** Warns of values that are not on a complete grid. */
export function checkVolumeGrid({ tree, findings, frames }: FigureView, { place, type }: TraceView): void {
  const name = type === 'streamtube' ? 'u' : 'value'
  const values = tree.member(place, name)
  const count = lengthOf(tree, values)
  if (!count || findings.enough || frames !== none) return
  if (!isFlat(tree, values)) {
    findings.warn(
      values,
      `contains lists where numbers are expected, so nothing is drawn; send one list, and ${remedy}`,
    )
    return
  }
  const sides = positions.map(letter => tree.member(place, letter))
  const other = sides.find(each => (lengthOf(tree, each) ?? count) !== count)
  if (other !== undefined)
    findings.warn(
      other,
      `has ${counted(lengthOf(tree, other) ?? 0, 'value')}, but ${name} has ${count}, so nothing is drawn as meant; ${remedy}`,
    )
  else if (count <= maxPoints && sides.every(each => isPlain(tree, each))) checkPoints()

  /** A grid has each combination of its positions. */
  function checkPoints(): void {
    const cells = sides.reduce((product, each) => product * new Set(numbersOf(tree, each)).size, 1)
    // Parts of a grid are drawn with gaps.
    if (cells > (count ?? 0) * mostGaps)
      findings.warn(place, `shows nothing, because its points are scattered; ${remedy}`)
  }
}

/** Above this share of missing points, hardly any cell of a grid is complete. */
const mostGaps = 8

const isPlain = (tree: FigureTree, data: Place): boolean =>
  lengthOf(tree, data) !== null && isFlat(tree, data) && !(tree.mask(data) & kinds.string)

/** Warns of limits beyond all values, between which there is no surface. */
export function checkVolumeLimits({ tree, findings }: FigureView, { place }: TraceView): void {
  const values = tree.member(place, 'value')
  const [min, max] = ['isomin', 'isomax'].map(name => tree.member(place, name)) as [Place, Place]
  if ((min === none && max === none) || !lengthOf(tree, values) || findings.enough) return
  const ends = isFlat(tree, values) ? extentOf(numbersOf(tree, values)) : null
  if (ends === null) return
  if ((tree.number(min) ?? -Infinity) > ends[1])
    findings.warn(min, `shows nothing, because all values are below it; the largest is ${ends[1]}`)
  else if ((tree.number(max) ?? Infinity) < ends[0])
    findings.warn(max, `shows nothing, because all values are above it; the smallest is ${ends[0]}`)
}
