/** The costs of contours: of their levels, of the many lines in rough data, and of the labels along these lines. */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { columnsOf, isFlat, numbersOf, sizeOf } from '../data/arrays.ts'
import { roughnessOf } from '../data/roughness.ts'
import { type Cost, costOf, largestOf } from './cost.ts'

/** Measured: 800 levels 3.3 s, 200 with labels 4.6 s. */
const levelMs = { plain: 4, labelled: 23 }

/**
 * Each time a line leaves a cell. Measured in noise: 100 × 100 cells with 100 levels 2.4 s, 700 × 700 with the usual ones
 * 11 s; 200 × 200 with 500 take gigabytes of memory.
 */
const crossingMs = 0.006_6

/** Each line that is labelled, at its best place. Measured in noise: 20 × 20 cells with the usual levels 1.2 s. */
const labelledLineMs = 0.9

const usualLevels = 15

/** The largest of them. */
export function contourCost(tree: FigureTree, trace: Place): Cost | null {
  const contours = tree.member(trace, 'contours')
  const isLabelled = tree.is(tree.member(contours, 'showlabels'), kinds.true)
  const given = givenLevels(tree, contours)
  const levels = given ?? tree.number(tree.member(trace, 'ncontours')) ?? usualLevels
  return largestOf([
    given === null
      ? null
      : costOf(contours, Math.round(given), 'levels', isLabelled ? levelMs.labelled : levelMs.plain),
    ...cellCosts(tree, trace, Math.max(1, levels), isLabelled ? tree.member(contours, 'showlabels') : none),
  ])
}

/** The number of levels that contours ask for by `start`, `end` and `size`; null if they do not. */
export function givenLevels(tree: FigureTree, contours: Place): number | null {
  const [start, end, size] = ['start', 'end', 'size'].map(name => tree.number(tree.member(contours, name)))
  return start != null && end != null && size ? Math.abs((end - start) / size) : null
}

/** Rough data has many lines, and where it goes up and down they are short and many more. */
function cellCosts(tree: FigureTree, trace: Place, levels: number, labels: Place): Cost[] {
  const z = tree.member(trace, 'z')
  if (isFlat(tree, z)) return []
  const { roughness, turns } = roughnessOf(numbersOf(tree, z), columnsOf(tree, z))
  const cells = sizeOf(tree, z)
  const ofLines = costOf(z, cells, 'cells', levels * roughness * crossingMs)
  if (labels === none) return [ofLines]
  return [ofLines, costOf(labels, cells, 'cells with labels', levels * roughness * turns * labelledLineMs)]
}
