/** The costs of sectors of sunbursts, icicles and treemaps. */

import { type FigureTree, none, type Place } from '../../tree/figure-tree.ts'
import { valuesOf } from '../data/arrays.ts'
import { type Cost, type Counter, costOf, largestOf } from './cost.ts'

/**
 * Milliseconds per sector and level, squared. Measured in icicles with one sector at each level: 600 1.4 s, 1,000 4.1 s,
 * 2,000 over 20 s.
 */
const levelMs = 7.5e-6

/** `ms` is the cost per sector. */
export function sectors(ms: number): Counter {
  return (tree, trace) => {
    const { place, levels } = drawnSectors(tree, trace)
    const squares = levels.reduce((sum, level) => sum + level ** 2, 0) / Math.max(1, levels.length)
    return largestOf([
      costOf(place, levels.length, 'sectors', ms),
      costOf(place, levels.length, 'sectors in each other', squares * levelMs),
    ])
  }
}

/** Each sector of a treemap is placed among all others with the same parent. Measured: 4,000 with one parent 8.3 s. */
export function tiles(tree: FigureTree, trace: Place): Cost {
  const { place, levels, parents } = drawnSectors(tree, trace)
  const families = [...Map.groupBy(parents, parent => parent).values()]
  const largest = families.reduce((max, { length }) => Math.max(max, length), 0)
  return costOf(place, levels.length, 'sectors', 0.55 + 0.000_38 * largest)
}

interface Sectors {
  /** The attribute that names all of them. */
  readonly place: Place
  readonly levels: readonly number[]
  readonly parents: readonly unknown[]
}

/** The sectors below that which `level` names, down to `maxdepth`. */
function drawnSectors(tree: FigureTree, trace: Place): Sectors {
  const place = tree.member(trace, tree.member(trace, 'ids') === none ? 'labels' : 'ids')
  const names = Array.from(valuesOf(tree, place), String)
  const parents = Array.from(valuesOf(tree, tree.member(trace, 'parents')))
  const levels = levelsOf(names, parents, tree.string(tree.member(trace, 'level')))
  const max = tree.number(tree.member(trace, 'maxdepth')) ?? -1
  const isDrawn = (level: number) => level > 0 && (max < 0 || level <= max)
  return {
    place,
    levels: levels.filter(isDrawn),
    parents: parents.filter((_, at) => isDrawn(levels[at] ?? Number.NaN)),
  }
}

/** The level of each sector: 1 for `top`, or for those without a parent. NaN for those that are not below `top`. */
function levelsOf(names: readonly string[], parents: readonly unknown[], top: string | null): number[] {
  const places = new Map(names.map((name, at) => [name, at]))
  const topAt = places.get(top ?? '')
  const levels = new Array<number | undefined>(names.length)
  if (topAt !== undefined) levels[topAt] = 1
  return names.map((_, at) => {
    const path: number[] = []
    let here: number | undefined = at
    for (; here !== undefined && levels[here] === undefined; here = places.get(String(parents[here] ?? ''))) {
      levels[here] = Number.NaN
      path.push(here)
    }
    let level = here === undefined ? (topAt === undefined ? 0 : Number.NaN) : (levels[here] as number)
    for (const each of path.reverse()) levels[each] = ++level
    return levels[at] as number
  })
}
