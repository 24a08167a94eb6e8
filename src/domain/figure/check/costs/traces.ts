/** Traces: what each takes whatever is in it, and what is made of their data one by one. */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { lengthOf } from '../data/arrays.ts'
import { spanOf, spreadOf, stepOf } from '../data/numbers.ts'
import { type Cost, costOf, type Weighed } from './cost.ts'

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

type Counter = (tree: FigureTree, trace: Place) => Cost | null

/** By type; the others are drawn in the time that their bytes take to arrive. */
const counters: ReadonlyMap<string, Counter> = new Map<string, Counter>([
  ['bar', texts],
  ['waterfall', texts],
  // 2,000 slices 8.6 s.
  ['pie', slices(4.3)],
  // 4,000 areas 6.9 s.
  ['funnelarea', slices(1.7)],
  // 4,000 sectors each: 8.4, 6.4 and 2.2 s; of a treemap 8.3 s where all have one parent.
  ['sunburst', sectors(2.1)],
  ['icicle', sectors(1.6)],
  ['treemap', tiles],
  // Each is drawn with each: of 3 rows 40 dimensions 5.7 s, of 2,000 rows 20 in 27 s, of 100,000 rows 5 in 44 s.
  ['splom', dimensions(3.5, 0.012, 2)],
  // 160 dimensions 4.9 s, 320 dimensions 12; of 20,000 rows 6 dimensions 12.7.
  ['parcoords', dimensions(34, 0.07)],
  // 1,000 dimensions 3.5 s.
  ['parcats', dimensions(3.5)],
  // 2,000 × 2,000 bins 2.2 s; with contours 1,000 × 1,000 bins 3.1 s.
  ['histogram2d', bins(0.000_55)],
  ['histogram2dcontour', bins(0.003_1)],
  // 800 levels 3.3 s, 200 with labels 4.6 s.
  ['contour', levels],
  ['isosurface', surfaces],
  ['volume', surfaces],
  ['streamtube', tubes],
  ['violin', kernels],
])

export function traceCosts({ tree, traces }: Weighed): readonly Cost[] {
  const visible = traces.filter(({ place }) => !tree.is(tree.member(place, 'visible'), kinds.false))
  const counted = visible.flatMap(({ place, type }) => counters.get(type)?.(tree, place) ?? [])
  const alike = [...Map.groupBy(visible, ({ type }) => type)].flatMap(([type, [first, ...others]]) =>
    first ? [costOf(first.place, others.length + 1, `${type} traces`, fixed.get(type) ?? usual)] : [],
  )
  return [...counted, ...alike]
}

/** Each is fitted into its bar: 5,000 texts 5.3 s. */
function texts(tree: FigureTree, trace: Place): Cost | null {
  const place = tree.member(trace, 'text')
  const count = tree.is(place, kinds.array) ? tree.count(place) : 0
  const isDrawn = tree.string(tree.member(trace, 'textposition')) !== 'none'
  return isDrawn ? costOf(place, count, 'texts of bars', 1.1) : null
}

/** Of these the same labels are one slice, so long lists are read; the longest are likely raw data. */
const [fewLabels, mostLabels] = [500, 100_000]

function slices(ms: number): Counter {
  return (tree, trace) => {
    const labels = tree.member(trace, 'labels')
    const place = labels === none ? tree.member(trace, 'values') : labels
    const count = lengthOf(tree, place) ?? 0
    if (count <= fewLabels || count > mostLabels || !tree.is(place, kinds.array)) return null
    return costOf(
      place,
      place === labels ? new Set(tree.value(labels) as unknown[]).size : count,
      'slices',
      ms,
    )
  }
}

function sectors(ms: number): Counter {
  return (tree, trace) => {
    const depth = tree.number(tree.member(trace, 'maxdepth')) ?? -1
    const place = tree.member(trace, tree.member(trace, 'ids') === none ? 'labels' : 'ids')
    return depth > 0 ? null : costOf(place, lengthOf(tree, place) ?? 0, 'sectors', ms)
  }
}

/** Each is placed among all of its parent. */
function tiles(tree: FigureTree, trace: Place): Cost | null {
  const sent = tree.member(trace, 'parents')
  const isRead = tree.is(sent, kinds.array) && tree.count(sent) <= mostLabels
  const parents = isRead ? (tree.value(sent) as unknown[]) : []
  const families = [...Map.groupBy(parents, parent => parent).values()]
  const largest = families.reduce((most, { length }) => Math.max(most, length), 0)
  return sectors(0.55 + 0.000_38 * largest)(tree, trace)
}

/** In milliseconds of one dimension, and of each of its rows. */
function dimensions(ms: number, rowMs = 0, power: 1 | 2 = 1): Counter {
  return (tree, trace) => {
    const place = tree.member(trace, 'dimensions')
    if (!tree.is(place, kinds.array)) return null
    const rows = lengthOf(tree, tree.member(tree.first(place), 'values')) ?? 0
    return costOf(place, tree.count(place), 'dimensions', ms + rows * rowMs, power)
  }
}

function bins(ms: number): Counter {
  return (tree, trace) => {
    const [across, up] = ['x', 'y'].map(letter => binsAlong(tree, trace, letter)) as [number, number]
    const place = tree.member(trace, across > up ? 'xbins' : 'ybins')
    return costOf(place === none ? trace : place, Math.round(across * up), 'bins', ms)
  }
}

/** As many as its bins have been told to be; few where they are chosen. */
function binsAlong(tree: FigureTree, trace: Place, letter: string): number {
  const own = tree.member(trace, `${letter}bins`)
  const size = valueAt(tree, own, 'size')
  if (size === undefined) return tree.number(tree.member(trace, `nbins${letter}`)) ?? 1
  const span = spanOf(['start', 'end'].map(name => valueAt(tree, own, name)))
  if (Number.isFinite(span)) return span / stepOf(size) || 1
  const data = spreadOf(tree, tree.member(trace, letter))
  return data ? (data[1] - data[0]) / stepOf(size) || 1 : 1
}

function valueAt(tree: FigureTree, place: Place, name: string): unknown {
  const found = tree.member(place, name)
  return found === none || tree.is(found, kinds.object | kinds.array) ? undefined : tree.value(found)
}

function levels(tree: FigureTree, trace: Place): Cost | null {
  const contours = tree.member(trace, 'contours')
  const [start, end, size] = ['start', 'end', 'size'].map(name => tree.number(tree.member(contours, name)))
  if (start == null || end == null || !size) return null
  const isLabelled = tree.is(tree.member(contours, 'showlabels'), kinds.true)
  return costOf(contours, Math.round(Math.abs((end - start) / size)), 'levels', isLabelled ? 23 : 4)
}

/** Through a cube of 10, 20, 40 and 60 cells a side: 20 surfaces 2.9 s, 20 in 7.8, 3 in 2.9, 3 in 6.1. */
function surfaces(tree: FigureTree, trace: Place): Cost | null {
  const place = tree.at(trace, 'surface', 'count')
  const cells = lengthOf(tree, tree.member(trace, 'value')) ?? 0
  return costOf(
    place === none ? trace : place,
    tree.number(place) ?? 2,
    'surfaces',
    60 + 0.7 * cells ** (2 / 3),
  )
}

/** 150 tubes 3.6 s; where they begin is chosen on one side of the cells. */
function tubes(tree: FigureTree, trace: Place): Cost | null {
  const starts = lengthOf(tree, tree.at(trace, 'starts', 'x'))
  const cells = lengthOf(tree, tree.member(trace, 'x')) ?? 0
  return starts
    ? costOf(tree.member(trace, 'starts'), starts, 'tubes', 24)
    : costOf(trace, Math.round(cells ** (2 / 3)), 'tubes', 14)
}

/**
 * A violin whose bandwidth is sent is computed at every third of it, from all of its points: 60 million steps 8.6 s.
 * The library keeps the bandwidth above a ten-thousandth of the data's spread.
 */
function kernels(tree: FigureTree, trace: Place): Cost | null {
  const bandwidth = tree.member(trace, 'bandwidth')
  const width = tree.number(bandwidth)
  if (width === null || !(width > 0)) return null
  const values = ['y', 'x'].map(name => tree.member(trace, name)).find(data => data !== none) ?? none
  const spread = spreadOf(tree, values)
  if (!spread) return null
  const steps = Math.min(((spread[1] - spread[0]) / width) * 3, 30_000)
  return costOf(bandwidth, Math.round(steps * (lengthOf(tree, values) ?? 0)), 'steps of a density', 0.000_14)
}
