/** The costs of ticks that a figure asks for, by a list, a step or a number. The library itself chooses few. */

import { isOfCategory } from '../../../../plotly/schema/schema.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { tracesOn } from '../axes/named-parts.ts'
import { axisIdOf } from '../axes/names.ts'
import { lengthOf } from '../data/arrays.ts'
import { widthOfFormat } from '../data/format-widths.ts'
import { positionOf, spreadOf, stepOf, ticksOfPowers } from '../data/numbers.ts'
import { isHidden, type TraceView } from '../views.ts'
import { type Cost, costOf, type EstimatedFigure, largestOf } from './cost.ts'
import { givenAt, textAt } from './templates.ts'

interface Axis {
  readonly place: Place
  /** The same axis of the template. */
  readonly template: Place
  /** From the least to the largest value, on a logarithmic axis in powers of ten. */
  readonly ends: () => readonly [number, number]
}

export const tickCosts = (figure: EstimatedFigure): readonly Cost[] => [
  ...planeTicks(figure),
  ...sceneTicks(figure),
  ...colourBarTicks(figure),
]

/**
 * Milliseconds of a tick of a 3d scene, and of each letter of its label. Measured: 300 6.7 s, 500 11.5 s; the usual ones with
 * 1,000 letters 4.7 s.
 */
const sceneTickMs = { each: 22, letter: 0.6 }
/** The number of ticks that the library chooses. */
const usualTicks = 7

function sceneTicks(figure: EstimatedFigure): readonly Cost[] {
  const { tree, layout, parts } = figure
  const template = tree.at(layout, 'template', 'layout', 'scene')
  const given = parts.others.filter(({ kind }) => kind === 'scene')
  const isIn3d = template !== none && figure.traces.some(({ type }) => isOfCategory(type, 'gl3d'))
  const scenes = given.length === 0 && isIn3d ? [{ place: none, id: 'scene' }] : given
  return scenes.flatMap(scene =>
    ['x', 'y', 'z'].map(letter => {
      const [own, usual] = [tree.at(scene.place, `${letter}axis`), tree.at(template, `${letter}axis`)]
      const ends = () => endsOfAxis(tree, own, letter, tracesOn(figure, 'scene', 'scene', scene.id))
      const axis = { place: own, template: usual, ends }
      const [place, count] = ticksOf(tree, axis)
      const letters = lettersOf(tree, axis)
      const ms = sceneTickMs.each + sceneTickMs.letter * letters
      return letters > shortLabel && count === 0
        ? costOf(own === none ? usual : own, usualTicks, 'ticks of a scene', ms)
        : costOf(place, count, 'ticks of a scene', ms)
    }),
  )
}

/**
 * Milliseconds of a tick of a plot. Those with long labels are measured against each other. Measured: 9,000 in 20 plots 3.2 s;
 * 1,000 with 100 letters each 8.6 s, 300 with 1,000 1.3 s, 1,000 with 1,000 10.7 s.
 */
const tickMs = { each: 0.3, letter: 0.005, other: 0.007 }
const shortLabel = 8
/** After this many ticks the library stops. */
const maxTicks = 1_000

function* planeTicks(figure: EstimatedFigure): Iterable<Cost> {
  const { tree, layout, traces } = figure
  const plane = traces.filter(({ type }) => isOfCategory(type, 'cartesian'))
  const places = new Map(figure.parts.axes.map(({ id, place }) => [id, place]))
  for (const letter of ['x', 'y'] as const) {
    const name = `${letter}axis`
    const template = tree.at(layout, 'template', 'layout', name)
    // Axes of which nothing is given have the usual ticks.
    if (template === none && places.size === 0) continue
    const ids = new Set(plane.map(trace => axisIdOf(tree, trace, letter)))
    const axes = [...ids].map(id => {
      const place = places.get(id) ?? none
      return {
        place,
        template,
        ends: () => endsOfAxis(tree, place, letter, tracesOn(figure, name, letter, id)),
      }
    })
    yield* labelled(tree, axes, 'ticks')
  }
}

/** Those of heatmaps, surfaces and the like. Measured: 2,000 1.4 s, 9,000 5 s. */
function colourBarTicks({ tree, traces }: EstimatedFigure): Iterable<Cost> {
  const bars = traces.flatMap(({ place, template }) => {
    const own = tree.member(place, 'colorbar')
    if (own === none || isHidden(tree, place)) return []
    const ends = () => spreadOf(tree, tree.member(place, 'z')) ?? nowhere
    return [{ place: own, template: template === none ? none : tree.member(template, 'colorbar'), ends }]
  })
  return labelled(tree, bars, 'ticks of colour bars')
}

/** One cost of all axes together, at the ticks of the first axis with the most of them. */
function* labelled(tree: FigureTree, axes: readonly Axis[], what: string): Iterable<Cost> {
  const costs = axes.flatMap(axis => {
    const of = (name: string) => givenAt(tree, axis.place, axis.template, name)
    if (['visible', 'showticklabels'].some(name => tree.is(of(name), kinds.false))) return []
    const [place, count] = ticksOf(tree, axis, maxTicks)
    const letters = lettersOf(tree, axis)
    const others = letters > shortLabel ? count * tickMs.other : 0
    return costOf(place, count, what, tickMs.each + letters * tickMs.letter + others)
  })
  const first = largestOf(costs)
  if (first === null) return
  const [count, ms] = [
    costs.reduce((sum, each) => sum + each.count, 0),
    costs.reduce((sum, each) => sum + each.ms, 0),
  ]
  yield { ...first, count, ms }
}

/** The number of letters that each label has beside its number. */
function lettersOf(tree: FigureTree, { place, template }: Axis): number {
  const [prefix = '', suffix = '', format = ''] = ['tickprefix', 'ticksuffix', 'tickformat'].map(
    name => textAt(tree, place, template, name) ?? '',
  )
  return prefix.length + suffix.length + Math.max(format.length, widthOfFormat(format))
}

const nowhere = [Number.NaN, Number.NaN] as const

/** The attribute that gives the ticks of an axis, and their number. Up to `most` are drawn of those with a step. */
function ticksOf(
  tree: FigureTree,
  { place, template, ends }: Axis,
  most = Infinity,
): readonly [Place, number] {
  const of = (name: string) => givenAt(tree, place, template, name)
  const [listed, step, number] = [of('tickvals'), of('dtick'), of('nticks')]
  const mode = tree.string(of('tickmode'))
  if (listed !== none && (mode ?? 'array') === 'array') return [listed, lengthOf(tree, listed) ?? 0]
  if (tree.is(step, kinds.number | kinds.string) && mode !== 'auto') {
    const [from, to] = ends()
    const value = tree.value(step)
    const isOfPowers = typeof value === 'string' && tree.string(of('type')) === 'log'
    const count = isOfPowers ? ticksOfPowers(value, from, to) : (to - from) / Math.abs(stepOf(value))
    return [step, Number.isFinite(count) ? Math.min(most, Math.floor(count)) : 0]
  }
  // The next larger round step makes about half of them.
  const count = Math.floor((tree.number(number) ?? 0) / 2)
  return [number, count > usualTicks ? Math.min(most, count) : 0]
}

/** The ends of the axis' range, or of its data. */
function endsOfAxis(
  tree: FigureTree,
  axis: Place,
  letter: string,
  traces: readonly TraceView[],
): readonly [number, number] {
  const range = tree.member(axis, 'range')
  if (tree.is(range, kinds.array)) {
    const [one, other] = tree.value(range) as unknown[]
    const ends = [positionOf(one), positionOf(other)] as const
    return [Math.min(...ends), Math.max(...ends)]
  }
  const ends = endsOfData(tree, traces, letter)
  if (tree.string(tree.member(axis, 'type')) !== 'log') return ends
  // The library shows six powers below the largest number where the others are not positive.
  const max = Math.log10(ends[1])
  return [ends[0] > 0 ? Math.log10(ends[0]) : max - 6, max]
}

/** From the least to the largest position; of categories, from the first one to as many as there are values. */
export function endsOfData(
  tree: FigureTree,
  traces: readonly TraceView[],
  letter: string,
): readonly [number, number] {
  const spreads = traces.flatMap(({ place }) => {
    const data = tree.member(place, letter)
    const spread = spreadOf(tree, data)
    if (spread !== null) return [spread]
    const count = lengthOf(tree, data === none && letter === 'x' ? tree.member(place, 'y') : data)
    return count ? [[0, count - 1] as const] : []
  })
  return [Math.min(...spreads.map(([min]) => min)), Math.max(...spreads.map(([, max]) => max))]
}
