/**
 * Refuses steps that are too small: ticks, bins and levels are drawn one by one, so their number is computed here. The schema
 * tells which attributes are steps.
 */

import { indexedTypes } from '../../../../plotly/schema/trace-data.ts'
import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import { scalarAt, spanOf, spreadOf, stepOf, stepText, ticksOfPowers } from '../data/numbers.ts'
import { type FigureView, hiddenView, type TraceView } from '../views.ts'
import { tracesOn } from './named-parts.ts'

/** More than the width of any image in pixels. */
const maxSteps = 10_000

/** After this many ticks the library stops and leaves the rest of the axis without ticks. */
const maxTicks = 1_000

export function checkSteps(figure: FigureView): void {
  for (const { place, kind, isHidden } of figure.findings.stepped) {
    const view = isHidden ? hiddenView(figure) : figure
    if (kind === 'size') checkSizes(view, place)
    else checkTicks(view, place)
  }
}

function checkSizes(figure: FigureView, place: Place): void {
  const { tree } = figure
  const size = tree.member(place, 'size')
  if (size === none) return
  const ends = ['start', 'end'].map(name => scalarAt(tree, tree.member(place, name)))
  const span = ends.every(end => end !== undefined) ? spanOf(ends) : spreadBeside(figure, place)
  report(figure, size, span, 'Set a larger size')
}

/** The extent of the data that bins divide: `x` for `xbins`. */
function spreadBeside({ tree }: FigureView, place: Place): number {
  const letter = /^([xy])bins$/.exec(tree.index(place) === -1 ? tree.key(place) : '')?.[1]
  const spread = letter ? spreadOf(tree, tree.at(tree.parent(place), letter)) : null
  return spread ? spread[1] - spread[0] : Number.NaN
}

function checkTicks(figure: FigureView, place: Place): void {
  const { tree } = figure
  const dtick = tree.member(place, 'dtick')
  if (tree.string(tree.member(place, 'tickmode')) === 'linear') checkUsualStep(figure, place, dtick)
  if (dtick === none) return
  const text = tree.string(dtick)
  const axis = tree.key(place) === 'minor' ? tree.parent(place) : place
  // Those of cartesian axes are checked by the kind of axis.
  if (text !== null && !stepText.test(text) && !(Number(text) > 0) && !/^[xy]axis/.test(tree.key(axis)))
    figure.findings.warn(
      dtick,
      'is not a step, so a step of 1 is used; send a number, months as "M1", or "L1", "D1"',
    )
  if (text !== null && tree.string(tree.member(axis, 'type')) === 'log')
    checkStepsOfPowers(figure, axis, dtick, text)
  const range = tree.member(axis, 'range')
  const own = range === none || !tree.is(range, kinds.array) ? Number.NaN : spanOf(tree.value(range))
  report(
    figure,
    dtick,
    Number.isFinite(own) ? own : spanOfAxis(figure, axis),
    'Set a larger dtick, or leave it out',
  )
}

function checkStepsOfPowers(figure: FigureView, axis: Place, dtick: Place, step: string): void {
  const count = ticksOfPowers(step, ...powersOf(figure, axis))
  if (count > maxTicks && Number.isFinite(count))
    figure.findings.warn(
      dtick,
      `${steps(count)}, of which ${maxTicks} are drawn. Send a number, in powers of ten, or leave it out`,
    )
}

/** From the least to the most power of ten on a logarithmic axis. */
function powersOf(figure: FigureView, axis: Place): readonly [number, number] {
  const { tree } = figure
  const [, letter = '', number] = /^([xy])axis(\d*)$/.exec(tree.key(axis)) ?? []
  const range = tree.member(axis, 'range')
  const ends = tree.is(range, kinds.array)
    ? (tree.value(range) as unknown[]).slice(0, 2).map(Number)
    : tracesOn(figure, `${letter}axis`, letter, `${letter}${number}`)
        .flatMap(trace => spreadOf(tree, tree.member(trace.place, letter)) ?? [])
        .map(Math.log10)
  return [Math.min(...ends), Math.max(...ends)]
}

/** A carpet axis in array mode without `dtick` has a line at each integer. */
function checkUsualStep(figure: FigureView, axis: Place, dtick: Place): void {
  const { tree } = figure
  if (!/^[ab]axis$/.test(tree.key(axis)) || stepOf(scalarAt(tree, dtick)) > 0) return
  const count = spanOfAxis(figure, axis)
  if (count > maxSteps)
    figure.findings.error(
      axis,
      `makes about ${Number(count.toPrecision(2))} steps of 1, more than ${maxSteps}. Send dtick, a number`,
    )
}

/** The span of an axis without a range: the globe for maps, else the extent of its data. */
function spanOfAxis(figure: FigureView, axis: Place): number {
  const { tree, layout } = figure
  const name = tree.index(axis) === -1 ? tree.key(axis) : ''
  if (name === 'lonaxis' || name === 'lataxis') return 360
  const carpet = /^([ab])axis$/.exec(name)?.[1]
  if (carpet) return spanOfCarpet(figure, tree.parent(axis), carpet)
  const [, letter, number] = /^([xy])axis(\d*)$/.exec(name) ?? []
  if ((letter !== 'x' && letter !== 'y') || tree.member(layout, name) !== axis) return Number.NaN
  const isLog = tree.string(tree.member(axis, 'type')) === 'log'
  let span = 0
  for (const trace of tracesOn(figure, `${letter}axis`, letter, `${letter}${number}`)) {
    const data = tree.at(trace.place, letter)
    if (data === none && !isLog) span = Math.max(span, impliedSpan(figure, trace, letter))
    const spread = spreadOf(tree, data)
    if (spread)
      span = Math.max(span, isLog ? Math.log10(spread[1]) - Math.log10(spread[0]) : difference(spread))
  }
  return span
}

/** The span of a carpet along one of its directions. A template has no data, so the longest of all carpets counts. */
function spanOfCarpet({ tree, traces }: FigureView, trace: Place, name: string): number {
  const own = tree.member(trace, name)
  if (own !== none) return difference(spreadOf(tree, own))
  const carpets = traces.filter(({ type }) => type === 'carpet')
  const spans = carpets.map(({ place }) => difference(spreadOf(tree, tree.member(place, name))))
  return Math.max(...spans.filter(span => span > 0))
}

function impliedSpan({ tree }: FigureView, { place, type }: TraceView, letter: 'x' | 'y'): number {
  const other = tree.at(place, letter === 'x' ? 'y' : 'x')
  const isMoved = [`${letter}0`, `d${letter}`].some(name => tree.member(place, name) !== none)
  if (!indexedTypes.has(type) || isMoved || !tree.is(other, kinds.array)) return 0
  return tree.count(other) - 1
}

const difference = (spread: readonly [number, number] | null) => (spread ? spread[1] - spread[0] : Number.NaN)

const isOfPlane = ({ tree }: FigureView, step: Place) =>
  tree.key(step) === 'dtick' && /^[xy]axis\d*$/.test(tree.key(tree.parent(step)))

const steps = (count: number) => `makes about ${Number(count.toPrecision(2))} steps`

function report(figure: FigureView, place: Place, span: number, remedy: string): void {
  const step = Math.abs(stepOf(scalarAt(figure.tree, place)))
  const count = span / step
  // The library replaces invalid steps.
  if (!(step > 0)) return
  if (count > maxSteps)
    figure.findings.error(place, () => `${steps(count)}, more than ${maxSteps}. ${remedy}`)
  else if (count > maxTicks && isOfPlane(figure, place))
    figure.findings.warn(place, () => `${steps(count)}, of which ${maxTicks} are drawn. ${remedy}`)
}
