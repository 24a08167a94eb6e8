/**
 * The costs of points, bars and cells, of which there may be hundreds of thousands. Measured in wall-clock time on four
 * processors, because software WebGL uses all of them.
 */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import { firstValues, sizeOf } from '../data/arrays.ts'
import { typedValues } from '../data/typed-arrays.ts'
import { isHidden } from '../views.ts'
import type { Cost, EstimatedFigure } from './cost.ts'
import { givenAt, textAt } from './templates.ts'

interface Points {
  /** Attributes with one value each. The longest one determines the number. */
  readonly in: readonly string[]
  readonly what: string
  /** Milliseconds per item of this trace, which has `count` of them. `template` is a trace of the template. */
  readonly ms: (tree: FigureTree, trace: Place, count: number, template: Place) => number
  /** A trace type that draws the same faster. */
  readonly instead?: string
}

/** Milliseconds per point, by mode. */
interface Modes {
  readonly markers: number
  /** Markers with individual colours or sizes. */
  readonly ownMarkers: number
  readonly text: number
  readonly lines: number
  /** The default mode for many points. */
  readonly byDefault: 'lines' | 'markers' | 'lines+markers'
}

/** svg, besides `jagged` lines. Measured: 400,000 markers 14.5 s, 100,000 with individual colours 8 s, 20,000 texts 4.6 s. */
const onPaper: Modes = { markers: 0.037, ownMarkers: 0.08, text: 0.21, lines: 0, byDefault: 'lines' }
/**
 * WebGL, besides the pixels of lines. Measured: 500,000 markers 7.1 s, 300,000 individual ones 8.2 s, 5,000 texts 1.9 s,
 * 300,000 points of a smooth line 1.7 s.
 */
const byShaders: Modes = { markers: 0.014, ownMarkers: 0.027, text: 0.35, lines: 0.006, byDefault: 'lines' }
/** 3d. Measured: 300,000 markers 25.7 s, 100,000 individual ones 14.4 s, 2,000 texts 22.5 s, 300,000 line points 21.5 s. */
const inScenes: Modes = { markers: 0.09, ownMarkers: 0.14, text: 11, lines: 0.07, byDefault: 'lines+markers' }
/** Maps. Measured: 300,000 markers 26 s, 50,000 texts 7.8 s, 300,000 line points 10.9 s. */
const onMaps: Modes = { markers: 0.08, ownMarkers: 0.08, text: 0.16, lines: 0.036, byDefault: 'markers' }

/** Other types draw as many points in time as a figure may have. */
const pointsOf: ReadonlyMap<string, Points> = new Map<string, Points>([
  // Measured: lines that go back and forth 2 s for 20,000 points, 15.7 s for 50,000.
  [
    'scatter',
    {
      in: ['x', 'y'],
      what: 'points',
      ms: sum(styled(onPaper), jagged(6e-6, 'x'), detailed),
      instead: 'scattergl',
    },
  ],
  // Measured: lines of 200,000 points 3.3 s, of 400,000 9.9 s.
  ['scatterpolar', { in: ['r', 'theta'], what: 'points', ms: styled(onPaper), instead: 'scatterpolargl' }],
  // Measured: lines of 50,000 points 4 s, of 100,000 18 s; smooth ones of 200,000 1.2 s.
  [
    'scatterternary',
    { in: ['a', 'b', 'c'], what: 'points', ms: sum(styled(onPaper), jagged(1.4e-6, 'a', 'b')) },
  ],
  [
    'scattersmith',
    { in: ['real', 'imag'], what: 'points', ms: sum(styled(onPaper), jagged(1.4e-6, 'real', 'imag')) },
  ],
  ['scattercarpet', { in: ['a', 'b'], what: 'points', ms: styled(onPaper) }],
  [
    'scattergeo',
    {
      in: ['lon', 'lat'],
      what: 'points',
      ms: sum(styled({ ...onPaper, byDefault: 'markers' }), crossings),
    },
  ],
  ['scattergl', { in: ['x', 'y'], what: 'points', ms: styled(byShaders) }],
  ['scatterpolargl', { in: ['r', 'theta'], what: 'points', ms: styled(byShaders) }],
  ['scatter3d', { in: ['x', 'y', 'z'], what: 'points', ms: styled(inScenes) }],
  // Measured: 3,000 countries 2.6 to 4.5 s, 3,000 states or squares 0.8 s.
  ['choropleth', { in: ['locations'], what: 'places', ms: outlined }],
  ['scattermap', { in: ['lon', 'lat'], what: 'points', ms: styled(onMaps) }],
  // Measured: 100,000 points 16.3 s.
  ['densitymap', { in: ['lon', 'lat'], what: 'points', ms: () => 0.16 }],
  // Measured: 200,000 bars 9 s, 20,000 of waterfall or barpolar 1.7 s; 100,000 candles with range slider 12.4 s.
  ['bar', { in: ['x', 'y'], what: 'bars', ms: () => 0.06 }],
  ['waterfall', { in: ['x', 'y'], what: 'bars', ms: () => 0.086 }],
  ['barpolar', { in: ['r', 'theta'], what: 'bars', ms: () => 0.08 }],
  ['candlestick', { in: ['close'], what: 'candles', ms: () => 0.12 }],
  ['ohlc', { in: ['close'], what: 'candles', ms: () => 0.12 }],
  // Measured: 200,000 points of a box 5.3 s; a violin of a million points 5.7 s.
  ['box', { in: ['x', 'y'], what: 'points', ms: shown('boxpoints') }],
  ['violin', { in: ['x', 'y'], what: 'points', ms: sum(shown('points'), () => 0.006) }],
  // Measured: 40,000 texts 5.9 s.
  ['heatmap', { in: ['z'], what: 'cells', ms: written }],
  // Measured: 1,000 × 1,000 points 30 s, 500 × 500 3.1 s; 90,000 triangles 1.4 s; 100,000 cones 11.2 s.
  ['surface', { in: ['z'], what: 'points', ms: () => 0.015 }],
  ['mesh3d', { in: ['i'], what: 'triangles', ms: () => 0.02 }],
  ['cone', { in: ['x'], what: 'cones', ms: () => 0.11 }],
])

/** The outlines of countries are longer than those of states, and than most that are sent. */
function outlined(tree: FigureTree, trace: Place): number {
  const areStates = tree.string(tree.member(trace, 'locationmode')) === 'USA-states'
  return areStates || tree.member(trace, 'geojson') !== none ? 0.25 : 1.2
}

/** Below this, it does not matter whether the cost of each point grows with their number. */
const noticedMs = 2_000

/** The costs of points, added up per trace type. */
export function pointCosts(figure: EstimatedFigure): readonly Cost[] {
  const { tree, traces } = figure
  const costs = new Map<string, Cost>()
  for (const { place: trace, type, template } of traces) {
    const points = pointsOf.get(type)
    if (!points || isHidden(tree, trace)) continue
    const [place, count] = longestOf(tree, trace, points.in)
    const before = costs.get(type)
    const each = (many: number) => points.ms(tree, trace, many, template)
    const ms = count * each(count)
    costs.set(type, {
      place: before?.place ?? place,
      count: (before?.count ?? 0) + count,
      what: points.what,
      power: ms > noticedMs && each(count / 2) < each(count) * 0.75 ? 2 : 1,
      ms: (before?.ms ?? 0) + ms,
      instead: points.instead,
    })
  }
  return [...costs.values()]
}

function longestOf(tree: FigureTree, trace: Place, names: readonly string[]): readonly [Place, number] {
  const arrays = names
    .map(name => tree.member(trace, name))
    .map(place => [place, sizeOf(tree, place)] as const)
  return arrays.reduce((longest, each) => (each[1] > longest[1] ? each : longest))
}

function sum(...parts: readonly Points['ms'][]): Points['ms'] {
  return (...given) => parts.reduce((total, part) => total + part(...given), 0)
}

/** The cost by mode, with error bars. Measured: 100,000 error bars with markers 9 s. */
function styled({ byDefault, ...modes }: Modes): Points['ms'] {
  return (tree, trace, _, template) => {
    const mode = textAt(tree, trace, template, 'mode') ?? byDefault
    const has = (...path: string[]) => sizeOf(tree, tree.at(trace, ...path)) > 0
    const markers = has('marker', 'color') || has('marker', 'size') ? modes.ownMarkers : modes.markers
    const hasTexts = has('text') || ['text', 'texttemplate'].some(name => textAt(tree, trace, template, name))
    const errors = ['error_x', 'error_y', 'error_z'].filter(name => has(name, 'array')).length
    return (
      (mode.includes('markers') ? markers : 0) +
      (mode.includes('text') && hasTexts ? modes.text : 0) +
      (mode.includes('lines') ? modes.lines : 0) +
      errors * 0.06
    )
  }
}

/** Shorter lines are fast in any order. */
const fewTangled = 10_000

/**
 * The additional cost of lines that are drawn point by point, because they are not simplified or have another shape.
 * Measured: 100,000 points 7.6 s, 200,000 over 20 s; of shapes 100,000 0.8 s, 500,000 over 20 s.
 */
function detailed(...given: Parameters<Points['ms']>): number {
  const [tree, trace, , template] = given
  const of = (name: string) => givenAt(tree, trace, template, 'line', name)
  if (tree.is(of('simplify'), kinds.false)) return detailedLines(...given)
  const shape = tree.string(of('shape')) ?? 'linear'
  return shape === 'linear' ? 0 : shapedLines(...given)
}

const detailedLines = jagged(0.5e-6, 'y')
const shapedLines = jagged(0.25e-6, 'y')

/** `ms` per point and point of lines whose coordinates go back and forth. */
function jagged(ms: number, ...coordinates: readonly string[]): Points['ms'] {
  return (tree, trace, count, template) => {
    const mode = textAt(tree, trace, template, 'mode') ?? 'lines'
    if (count < fewTangled || !mode.includes('lines')) return 0
    return coordinates.some(name => turns(tree, tree.member(trace, name))) ? count * ms : 0
  }
}

/** A line that crosses the edge of a map fewer times is cut there fast. */
const fewCrossings = 1_000

/**
 * A line is cut where it crosses the edge of a map, and all of its ends are compared. Measured: 10,000 points anywhere on
 * the globe 2.7 s, 20,000 11.3 s, 40,000 over 90 s, 12,000 in an order 2.3 s; 15,000 that do not reach the edge 1.8 s,
 * 10,000 lines of two points 1.7 s.
 */
function crossings(...[tree, trace, count, template]: Parameters<Points['ms']>): number {
  const mode = textAt(tree, trace, template, 'mode') ?? 'markers'
  if (count < fewCrossings || !mode.includes('lines')) return 0
  const values = firstValues(tree, tree.member(trace, 'lon'))
  // A gap is the end of a line.
  if (values.includes(null)) return 0
  const east = values.map(lon => (Number(lon) + 540) % 360)
  // The shorter way between two places leads over the edge.
  const crossing = east.filter((lon, at) => Math.abs(lon - (east[at - 1] ?? lon)) > 180)
  const share = crossing.length / east.length
  return count * share > fewCrossings ? count * share ** 2 * 4.5e-4 : 0
}

/** Whether the values often turn from ascending to descending or back. */
function turns(tree: FigureTree, data: Place): boolean {
  if (sizeOf(tree, data) === 0) return false
  const values = tree.is(data, kinds.array) ? headOf(tree, data) : typedValues(tree, data, 200)
  const steps = Array.from(values.slice(1), (value, at) => Math.sign(Number(value) - Number(values[at])))
  const turned = steps.filter((step, at) => step * (steps[at + 1] ?? 0) < 0).length
  return turned > steps.length / 20
}

/** The cost of points beside boxes, if all of them are shown and not only outliers. */
function shown(name: string): Points['ms'] {
  return (tree, trace, _, template) => (textAt(tree, trace, template, name) === 'all' ? 0.027 : 0)
}

function written(...[tree, trace, , template]: Parameters<Points['ms']>): number {
  return textAt(tree, trace, template, 'texttemplate') ? 0.15 : 0
}
