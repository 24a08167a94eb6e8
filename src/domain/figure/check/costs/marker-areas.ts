/**
 * The costs of the pixels that markers cover. Software WebGL shades each of them for every marker, however many lie on
 * each other.
 */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import { lengthOf } from '../data/arrays.ts'
import { isHidden } from '../views.ts'
import { type Cost, costOf, type EstimatedFigure } from './cost.ts'
import { givenAt, textAt } from './templates.ts'

interface Shaded {
  /** Attributes with one value per point. */
  readonly in: readonly string[]
  /** The attribute with the size, and how many times it a marker is wide. */
  readonly size: readonly string[]
  readonly width: 1 | 2
  /** Milliseconds per pixel, beside the cost of the point. */
  readonly ms: number
  /** The mode if the trace has none. */
  readonly mode: string
}

const markers = { size: ['marker', 'size'], width: 1, mode: 'markers' } as const

/**
 * Measured as processor time: 200 markers that cover the plot 2.5 s, in scenes 3.5 s, on maps 3.5 s, of densities 0.3 s;
 * 800 of 200 pixels 3, 6, 2.3 and 1 s. Half of it, because several processors share it.
 */
const shaded: ReadonlyMap<string, Shaded> = new Map<string, Shaded>([
  ['scattergl', { ...markers, in: ['x', 'y'], ms: 5e-5, mode: 'lines' }],
  ['scatterpolargl', { ...markers, in: ['r', 'theta'], ms: 5e-5, mode: 'lines' }],
  ['scatter3d', { ...markers, in: ['x', 'y', 'z'], ms: 8e-5 }],
  ['scattermap', { ...markers, in: ['lon', 'lat'], ms: 6e-5 }],
  ['densitymap', { ...markers, in: ['lon', 'lat'], size: ['radius'], width: 2, ms: 4e-6 }],
])

/** Measured: 64 plots of 1,000 markers that cover them 5 s. */
const splomMs = 5e-5

/** In square pixels. The cost of a point includes that of a marker of this area. */
const usualArea = 15 ** 2
/** The area of a plot of 700 × 500 pixels. */
const plotArea = 200_000

/** One cost per trace type, of all its markers. */
export function markerAreaCosts(figure: EstimatedFigure): readonly Cost[] {
  const { tree, traces } = figure
  return traces.flatMap(({ place: trace, type, template }) => {
    if (type === 'splom') return isHidden(tree, trace) ? [] : splomCosts(tree, trace, template)
    const kind = shaded.get(type)
    if (!kind || isHidden(tree, trace)) return []
    if (!(textAt(tree, trace, template, 'mode') ?? kind.mode).includes('markers')) return []
    const size = givenAt(tree, trace, template, ...kind.size)
    const area = areaOf(tree, size, kind.width) - usualArea
    if (!(area > 0)) return []
    return [costOf(size, shadedPoints(tree, trace, type), 'large markers', area * kind.ms)]
  })
}

/** The number of points of a trace for each of which WebGL shades pixels; 0 for other types. */
export function shadedPoints(tree: FigureTree, trace: Place, type: string): number {
  const names = shaded.get(type)?.in ?? []
  return Math.max(0, ...names.map(name => lengthOf(tree, tree.member(trace, name)) ?? 0))
}

/** The markers of a scatter plot matrix, which has a plot for each two dimensions. */
function splomCosts(tree: FigureTree, trace: Place, template: Place): readonly Cost[] {
  const dimensions = tree.member(trace, 'dimensions')
  const size = givenAt(tree, trace, template, ...markers.size)
  if (!tree.is(dimensions, kinds.array)) return []
  const plots = tree.count(dimensions) ** 2
  const area = Math.min(areaOf(tree, size, 1), plotArea / Math.max(1, plots)) - usualArea
  const rows = lengthOf(tree, tree.member(tree.first(dimensions), 'values')) ?? 0
  return area > 0 ? [costOf(size, plots * rows, 'large markers', area * splomMs)] : []
}

/** The mean area in the plot of squares with these sizes, in square pixels. Sizes relative to `sizeref` count as usual. */
export function areaOf(tree: FigureTree, size: Place, width: number): number {
  if (size === none || tree.member(tree.parent(size), 'sizeref') !== none) return 0
  const sizes = tree.is(size, kinds.array) ? headOf(tree, size) : [tree.number(size)]
  const areas = sizes.map(each => Math.min(plotArea, (width * (Number(each) || 0)) ** 2))
  return areas.reduce((sum, each) => sum + each, 0) / Math.max(1, areas.length)
}
