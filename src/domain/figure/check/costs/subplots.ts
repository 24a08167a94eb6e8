/** The costs of subplots, each of which has axes, a background and layers. */

import { isOfCategory } from '../../../../plotly/schema/schema.ts'
import { type FigureTree, kinds } from '../../tree/figure-tree.ts'
import type { TraceView } from '../views.ts'
import { type Cost, costOf, type EstimatedFigure } from './cost.ts'

interface Kind {
  readonly category: string
  /** The attributes of a trace that identify the subplot. */
  readonly names: readonly string[]
  readonly what: string
  readonly ms: number
}

/**
 * Measured: 300 pairs of axes 6.6 s, 100 scenes 7.3, 600 polar plots 6.8, 600 ternary plots 10.3, 1,000 Smith charts
 * 7.9, 150 maps of countries 8.9, 30 maps with tiles 5.1.
 */
const subplotKinds: readonly Kind[] = [
  { category: 'cartesian', names: ['xaxis', 'yaxis'], what: 'pairs of axes', ms: 22 },
  { category: 'gl3d', names: ['scene'], what: 'scenes', ms: 70 },
  { category: 'polar', names: ['subplot'], what: 'polar plots', ms: 11 },
  { category: 'ternary', names: ['subplot'], what: 'ternary plots', ms: 17 },
  { category: 'smith', names: ['subplot'], what: 'Smith charts', ms: 8 },
  { category: 'geo', names: ['geo'], what: 'maps', ms: 60 },
  { category: 'map', names: ['subplot'], what: 'maps', ms: 170 },
]

/** Counts each subplot once, regardless of its traces. */
export function subplotCosts(figure: EstimatedFigure): readonly Cost[] {
  const { tree, traces } = figure
  // Few subplots are fast.
  if (traces.length < minTraces) return []
  return subplotKinds.flatMap(({ category, names, what, ms }) => {
    const on = traces.filter(({ type }) => isOfCategory(type, category))
    const ids = new Set(on.map(trace => idOf(tree, trace, names)))
    const details = category === 'geo' ? detailsOf(figure) * detailMs : 0
    return on[0] ? [costOf(on[0].place, ids.size, what, ms + details)] : []
  })
}

/** Milliseconds of a fine detail of a map. Measured: 20 maps with all of them 6.5 s, 10 with countries 2.1 s. */
const detailMs = 70
const fineDetails = ['showcountries', 'showrivers', 'showlakes', 'showsubunits'] as const

/** How many fine details all maps have that follow the template. */
function detailsOf({ tree, layout }: EstimatedFigure): number {
  const maps = tree.at(layout, 'template', 'layout', 'geo')
  if (tree.number(tree.member(maps, 'resolution')) !== 50) return 0
  return fineDetails.filter(name => tree.is(tree.member(maps, name), kinds.true)).length
}

const minTraces = 20

const idOf = (tree: FigureTree, { place }: TraceView, names: readonly string[]): string =>
  names.map(name => tree.string(tree.member(place, name)) ?? '').join()
