/** The costs of traces: a fixed cost each, and costs of items that some types make from their data. */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { lengthOf, valuesOf } from '../data/arrays.ts'
import { scalarAt, spanOf, spreadOf, stepOf } from '../data/numbers.ts'
import { isHidden } from '../views.ts'
import { contourCost } from './contours.ts'
import { type Cost, type Counter, costOf, type EstimatedFigure, largestOf } from './cost.ts'
import { triangulation } from './meshes.ts'
import { sectors, tiles } from './sectors.ts'
import { levelsOfSurface, surfaces } from './surfaces.ts'
import { givenAt } from './templates.ts'

/**
 * Milliseconds of a trace with a few points. Measured: 20 surfaces 6.9 s, 40 density maps 2.7, 300 other traces on a map
 * 13.6, 400 meshes 6.7, 400 traces of scatter3d 5.3, 400 streamtubes 5.3, 800 cones 8.9, 1,000 violins 6.2, 1,000
 * gauges 5.9, 1,000 pies 5.7, 800 traces of scattergl 3.5, 1,500 of scatter 3.6.
 */
const fixed: ReadonlyMap<string, number> = new Map(
  Object.entries({
    surface: 400,
    densitymap: 70,
    scattermap: 45,
    choroplethmap: 45,
    mesh3d: 16,
    scatter3d: 13,
    streamtube: 13,
    cone: 11,
    violin: 6,
    pie: 5,
    indicator: 5,
    scattergl: 4,
  }),
)
const usual = 2.4

/** Types with additional costs. */
const counters: ReadonlyMap<string, Counter> = new Map<string, Counter>([
  ['bar', texts],
  ['waterfall', texts],
  // Measured: 2,000 slices 8.6 s.
  ['pie', slices(4.3)],
  // Measured: 4,000 areas 6.9 s.
  ['funnelarea', slices(1.7)],
  // Measured with 4,000 sectors: 8.4, 6.4 and 2.2 s.
  ['sunburst', sectors(2.1)],
  ['icicle', sectors(1.6)],
  ['treemap', tiles],
  // Measured: 40 dimensions of 3 rows 5.7 s, 20 of 2,000 rows 27 s, 5 of 100,000 rows 44 s.
  ['splom', dimensions(3.5, 0.012, 2)],
  // Measured: 160 dimensions 4.9 s, 320 12 s; 6 dimensions of 20,000 rows 12.7 s.
  ['parcoords', dimensions(34, 0.07)],
  ['parcats', categories],
  // Measured: 10 traces with 9,000 bins 3.1 s, 20 with 1,000 1.2 s.
  ['histogram', bars],
  ['mesh3d', triangulation],
  // Measured: 2,000 × 2,000 bins 2.2 s; with contours 1,000 × 1,000 bins 3.1 s.
  ['histogram2d', bins(0.000_55)],
  ['histogram2dcontour', bins(0.003_1)],
  ['contour', contourCost],
  ['carpet', gridLines],
  ['sankey', links],
  ['surface', levelsOfSurface],
  ['isosurface', surfaces],
  ['volume', surfaces],
  ['streamtube', tubes],
  ['violin', kernels],
])

export function traceCosts(figure: EstimatedFigure): readonly Cost[] {
  const { tree, traces } = figure
  const visible = traces.filter(({ place }) => !tree.is(tree.member(place, 'visible'), kinds.false))
  const counted = visible.flatMap(({ place, type, template }) =>
    isHidden(tree, place) ? [] : (counters.get(type)?.(tree, place, template) ?? []),
  )
  const alike = [...Map.groupBy(visible, ({ type }) => type)].flatMap(([type, [first, ...others]]) =>
    first ? [costOf(first.place, others.length + 1, `${type} traces`, fixed.get(type) ?? usual)] : [],
  )
  return [...counted, ...alike]
}

/** Texts that are fitted into bars. Measured: 5,000 texts 5.3 s, 8,000 of one template 5.2 s. */
function texts(tree: FigureTree, trace: Place, template: Place): Cost | null {
  if (tree.string(tree.member(trace, 'textposition')) === 'none') return null
  const own = tree.member(trace, 'text')
  const count = lengthOf(tree, own)
  if (count !== null) return costOf(own, count, 'texts of bars', 1.1)
  const shared = ['texttemplate', 'text'].map(name => givenAt(tree, trace, template, name))
  const place = shared.find(text => tree.string(text)) ?? none
  const bars = Math.max(...['x', 'y'].map(name => lengthOf(tree, tree.member(trace, name)) ?? 0))
  return place === none ? null : costOf(place, bars, 'texts of bars', 0.6)
}

/** Equal labels make one slice, so lists that are longer than this are read. */
const fewLabels = 500

function slices(ms: number): Counter {
  return (tree, trace) => {
    const labels = tree.member(trace, 'labels')
    const place = labels === none ? tree.member(trace, 'values') : labels
    const count = lengthOf(tree, place) ?? 0
    if (count <= fewLabels) return null
    return costOf(place, place === labels ? new Set(valuesOf(tree, labels)).size : count, 'slices', ms)
  }
}

/**
 * The links of a node are sorted again for each of them. Measured: one node with 1,000 links 1.7 s, with 2,000 5.7 s; 20,000
 * links between 200 and 200 nodes 6.2 s.
 */
function links(tree: FigureTree, trace: Place): Cost {
  const place = tree.member(trace, 'link')
  const ends = ['source', 'target'].map(name => Array.from(valuesOf(tree, tree.member(place, name))))
  const ofNodes = ends.flatMap(nodes => [...Map.groupBy(nodes, node => node).values()])
  const sorted = ofNodes.reduce((sum, { length }) => sum + length ** 2, 0)
  const count = Math.max(1, ...ends.map(({ length }) => length))
  return costOf(place, count, 'links', (sorted / count) * 0.001_4)
}

/** `ms` is the cost per dimension, `rowMs` that per row of it. */
function dimensions(ms: number, rowMs = 0, power: 1 | 2 = 1): Counter {
  return (tree, trace) => {
    const place = tree.member(trace, 'dimensions')
    if (!tree.is(place, kinds.array)) return null
    const rows = lengthOf(tree, tree.member(tree.first(place), 'values')) ?? 0
    return costOf(place, tree.count(place), 'dimensions', ms + rows * rowMs, power)
  }
}

/** Measured: 1,000 dimensions 3.5 s; two dimensions with 2,000 categories each 2.5 s, with 6,000 6.6 s. */
function categories(tree: FigureTree, trace: Place): Cost | null {
  const place = tree.member(trace, 'dimensions')
  if (!tree.is(place, kinds.array)) return null
  let count = 0
  for (let each = tree.first(place); each !== none; each = tree.next(each))
    count += new Set(valuesOf(tree, tree.member(each, 'values'))).size
  return largestOf([
    costOf(place, tree.count(place), 'dimensions', 3.5),
    costOf(place, count, 'categories', 0.6),
  ])
}

function bars(tree: FigureTree, trace: Place): Cost {
  const letter = tree.member(trace, 'x') === none ? 'y' : 'x'
  const place = tree.member(trace, `${letter}bins`)
  return costOf(place === none ? trace : place, Math.round(binsAlong(tree, trace, letter)), 'bins', 0.04)
}

function bins(ms: number): Counter {
  return (tree, trace) => {
    const [across, up] = ['x', 'y'].map(letter => binsAlong(tree, trace, letter)) as [number, number]
    const place = tree.member(trace, across > up ? 'xbins' : 'ybins')
    return costOf(place === none ? trace : place, Math.round(across * up), 'bins', ms)
  }
}

/** The number of bins along a direction, if it is given; the library itself chooses few. */
function binsAlong(tree: FigureTree, trace: Place, letter: string): number {
  const own = tree.member(trace, `${letter}bins`)
  const size = scalarAt(tree, tree.member(own, 'size'))
  if (size === undefined) return tree.number(tree.member(trace, `nbins${letter}`)) ?? 1
  const span = spanOf(['start', 'end'].map(name => scalarAt(tree, tree.member(own, name))))
  if (Number.isFinite(span)) return span / stepOf(size) || 1
  const data = spreadOf(tree, tree.member(trace, letter))
  return data ? (data[1] - data[0]) / stepOf(size) || 1 : 1
}

/** Measured: 45,000 straight lines 0.8 s, 5,000 lines along 50 points 0.8 s; 3,000 with labels 3.6 s. */
function gridLines(tree: FigureTree, trace: Place): Cost | null {
  const costs = ['a', 'b'].flatMap((letter, at) => {
    const axis = tree.member(trace, `${letter}axis`)
    const [count, step] = [tree.member(axis, 'minorgridcount'), tree.member(axis, 'dtick')]
    const spread = spreadOf(tree, tree.member(trace, letter))
    const labelled = spread ? (spread[1] - spread[0]) / Math.abs(stepOf(scalarAt(tree, step))) : 0
    const [along, across] = [letter, at === 0 ? 'b' : 'a'].map(
      name => lengthOf(tree, tree.member(trace, name)) ?? 0,
    )
    const lines = (tree.number(count) ?? 0) * (along ?? 0)
    return [
      costOf(count, lines, 'lines of a grid', 0.012 + 0.003 * (across ?? 0)),
      Number.isFinite(labelled) ? costOf(step, Math.round(labelled), 'lines of a grid', 0.000_4, 2) : null,
    ]
  })
  return largestOf(costs)
}

/**
 * Measured: 150 tubes 3.6 s; 144 in a field without order 5.7 s, with `maxdisplayed` at 10,000 over 20 s. Without starting
 * points the library chooses them on one side of the cells.
 */
function tubes(tree: FigureTree, trace: Place): Cost | null {
  const starts = tree.member(trace, 'starts')
  const given = lengthOf(tree, tree.member(starts, 'x'))
  const cells = lengthOf(tree, tree.member(trace, 'x')) ?? 0
  const count = given || Math.round(cells ** (2 / 3))
  const segments = Math.max(0, (tree.number(tree.member(trace, 'maxdisplayed')) ?? 0) - usualSegments)
  const longMs = Math.min(segments * 0.01, maxLongMs / Math.max(1, count))
  return costOf(given ? starts : trace, count, 'tubes', (given ? 24 : 14) + longMs)
}

/** The default of `maxdisplayed`. */
const usualSegments = 1_000
/** No figure is refused for tubes that may be long, because in most fields they end at the edge soon. */
const maxLongMs = 50_000

/**
 * A violin's density is computed at every third of its bandwidth from all points. Measured: 60 million steps 8.6 s. The
 * library uses at least a ten-thousandth of the data's extent as the bandwidth.
 */
function kernels(tree: FigureTree, trace: Place, template: Place): Cost | null {
  const bandwidth = givenAt(tree, trace, template, 'bandwidth')
  const width = tree.number(bandwidth)
  if (width === null || !(width > 0)) return null
  const values = ['y', 'x'].map(name => tree.member(trace, name)).find(data => data !== none) ?? none
  const spread = spreadOf(tree, values)
  if (!spread) return null
  const steps = Math.min(((spread[1] - spread[0]) / width) * 3, 30_000)
  return costOf(bandwidth, Math.round(steps * (lengthOf(tree, values) ?? 0)), 'steps of a density', 0.000_14)
}
