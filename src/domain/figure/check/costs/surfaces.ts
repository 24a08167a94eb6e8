/** The costs of surfaces within a volume, and of contours on a surface. */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { lengthOf, sizeOf } from '../data/arrays.ts'
import { givenLevels } from './contours.ts'
import { type Cost, costOf, largestOf } from './cost.ts'
import { givenAt } from './templates.ts'

/** Measured in cubes with 10, 20, 40 and 60 cells per side: 20 surfaces 2.9 s, 20 7.8 s, 3 2.9 s, 3 6.1 s. */
export function surfaces(tree: FigureTree, trace: Place, template: Place): Cost | null {
  const place = givenAt(tree, trace, template, 'surface', 'count')
  const side = (lengthOf(tree, tree.member(trace, 'value')) ?? 0) ** (2 / 3)
  const count = tree.number(place) ?? 2
  return largestOf([
    costOf(place === none ? trace : place, count, 'surfaces', 60 + 0.55 * side),
    ...['x', 'y', 'z'].map(letter => slices(tree, trace, letter, side)),
  ])
}

/** Measured in a cube with 12 cells per side: 200 slices 5.7 s. */
function slices(tree: FigureTree, trace: Place, letter: string, side: number): Cost | null {
  const slice = tree.at(trace, 'slices', letter)
  if (!tree.is(tree.member(slice, 'show'), kinds.true)) return null
  const locations = tree.member(slice, 'locations')
  return costOf(locations, lengthOf(tree, locations) ?? 0, 'slices', 10 + 0.12 * side)
}

/** Measured: 3,000 levels on 30 × 30 points 2.3 s, 1,000 on 60 × 60 1.8 s, 1,000 on 30 × 30 with projections 1.6 s. */
export function levelsOfSurface(tree: FigureTree, trace: Place): Cost | null {
  const points = sizeOf(tree, tree.member(trace, 'z'))
  const costs = ['x', 'y', 'z'].map(letter => {
    const contours = tree.at(trace, 'contours', letter)
    if (!tree.is(tree.member(contours, 'show'), kinds.true)) return null
    const levels = givenLevels(tree, contours) ?? 0
    const isProjected = tree.member(contours, 'project') !== none
    return costOf(contours, Math.round(levels), 'levels', (0.55 + 0.000_25 * points) * (isProjected ? 2 : 1))
  })
  return largestOf(costs)
}
