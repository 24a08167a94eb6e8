/** The costs of items around the data: annotations, shapes, buttons, colour bars, formulas and the like. */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { tracesOn } from '../axes/named-parts.ts'
import { lengthOf } from '../data/arrays.ts'
import { spanOf } from '../data/numbers.ts'
import type { PlaneAxis } from '../layout-parts.ts'
import type { TraceView } from '../views.ts'
import { type Cost, costOf, type EstimatedFigure } from './cost.ts'
import { formulaCosts } from './formulas.ts'
import { endsOfData } from './ticks.ts'

/**
 * Milliseconds per item, and per KB of its JSON beyond the usual. Measured: 4,000 annotations 14.9 s, 8,000 shapes 3.4 s,
 * 4,000 images 0.5 s; 200 annotations of 15 KB 3.7 s, with line breaks 14.7 s; 200 shapes with a path of 15 KB 4.6 s.
 */
const items = [
  ['annotations', 3.7, 3],
  ['shapes', 0.45, 1.5],
  ['images', 0.15, 0],
  ['selections', 0.45, 1.5],
] as const

const usualKb = 0.5

/** The same for items of lists. Measured: 4,000 buttons 3.6 s, 5,000 steps 10.5 s. */
const nested = [
  ['updatemenus', 'buttons', 0.9],
  ['sliders', 'steps', 2.1],
] as const

export function itemCosts(figure: EstimatedFigure): readonly Cost[] {
  const { tree, layout } = figure
  const template = tree.at(layout, 'template', 'layout')
  return [
    ...listCosts(tree, layout),
    // The named items of a template are drawn, too, but not their buttons and steps.
    ...(template === none ? [] : listCosts(tree, template)),
    ...shapeCosts(tree, layout),
    ...nestedCosts(tree, layout),
    // Measured: 250 layers of a map 2.7 s, 500 7.5 s.
    ...costOfList(tree, tree.at(layout, 'map', 'layers'), 'layers of a map', 15),
    ...[partCosts(figure), colourBarCosts(figure), formulaCosts(figure)].flat(),
  ]
}

const listCosts = (tree: FigureTree, layout: Place): readonly Cost[] =>
  items.flatMap(([name, ms, msOfKb]) => {
    const list = tree.member(layout, name)
    if (list === none) return []
    // What each item has without saying so.
    const shared = tree.at(layout, 'template', 'layout', `${name.slice(0, -1)}defaults`)
    const kb = (bytesOf(tree, list) / Math.max(1, tree.count(list)) + bytesOf(tree, shared)) / 1000
    return costOfList(tree, list, name, ms + msOfKb * Math.max(0, kb - usualKb))
  })

function nestedCosts(tree: FigureTree, layout: Place): readonly Cost[] {
  const costs: Cost[] = []
  for (const [outer, inner, ms] of nested) {
    const list = tree.member(layout, outer)
    if (!tree.is(list, kinds.array)) continue
    for (let each = tree.first(list); each !== none; each = tree.next(each))
      costs.push(...costOfList(tree, tree.member(each, inner), inner, ms))
  }
  return costs
}

const bytesOf = (tree: FigureTree, place: Place) => (place === none ? 0 : tree.end(place) - tree.start(place))

/** Shapes that cost more than their outlines. Measured: 3,000 with labels 3.5 s, 3,000 in the legend 5.1 s. */
function shapeCosts(tree: FigureTree, layout: Place): readonly Cost[] {
  const shapes = tree.member(layout, 'shapes')
  if (!tree.is(shapes, kinds.array)) return []
  let [labels, named] = [0, 0]
  for (let each = tree.first(shapes); each !== none; each = tree.next(each)) {
    if (tree.at(each, 'label', 'text') !== none || tree.at(each, 'label', 'texttemplate') !== none) labels++
    if (tree.is(tree.member(each, 'showlegend'), kinds.true)) named++
  }
  return [costOf(shapes, labels, 'labels of shapes', 0.8), costOf(shapes, named, 'shapes in a legend', 1.3)]
}

const costOfList = (tree: FigureTree, list: Place, what: string, ms: number): readonly Cost[] =>
  tree.is(list, kinds.array) ? [costOf(list, tree.count(list), what, ms)] : []

/** Milliseconds of a colour bar, times the number of all. Measured: 150 colour bars 2.6 s, 300 10 s, 600 38 s. */
const colourBarMs = 0.12

/** The costs of parts of the layout by name. Measured: 800 legends 5.8 s; 1,000 annotations in a scene 4.9 s. */
function partCosts(figure: EstimatedFigure): readonly Cost[] {
  const { tree } = figure
  const { axes, others } = figure.parts
  const costs = axes.flatMap(axis => gapCosts(figure, axis) ?? [])
  if (others.length === 0) return costs
  const { scene = [], legend = [], coloraxis = [] } = Object.groupBy(others, ({ kind }) => kind)
  for (const { place } of scene)
    costs.push(...costOfList(tree, tree.member(place, 'annotations'), 'annotations in a scene', 4.9))
  const furtherLegends = legend.filter(({ id }) => id !== 'legend')
  return [
    ...costs,
    costOf(furtherLegends[0]?.place ?? none, furtherLegends.length, 'legends', 7),
    costOf(coloraxis[0]?.place ?? none, coloraxis.length, 'colour axes', colourBarMs, 2),
  ]
}

const weekMs = 7 * 86_400_000
const dayMs = 86_400_000

/** Range breaks, each of which is compared with all before it. Measured: 3,650 1 s, 7,300 4 s, 15,600 over 20 s. */
function gapCosts(figure: EstimatedFigure, axis: PlaneAxis): Cost | null {
  const { tree } = figure
  const gaps = tree.member(axis.place, 'rangebreaks')
  if (!tree.is(gaps, kinds.array)) return null
  let count = 0
  for (let gap = tree.first(gaps); gap !== none; gap = tree.next(gap)) {
    if (tree.is(tree.member(gap, 'enabled'), kinds.false)) continue
    const isOfHours = tree.string(tree.member(gap, 'pattern')) === 'hour'
    if (tree.member(gap, 'bounds') === none) count += lengthOf(tree, tree.member(gap, 'values')) ?? 0
    else count += spanOfDates(figure, axis) / (isOfHours ? dayMs : weekMs)
  }
  return costOf(gaps, Math.floor(count), 'gaps in an axis', 75e-6, 2)
}

/** The span of a date axis in milliseconds; 0 if it may not be a date axis, which has no range breaks. */
function spanOfDates(figure: EstimatedFigure, { place: axis, letter, id }: PlaneAxis): number {
  const { tree } = figure
  const traces = tracesOn(figure, `${letter}axis`, letter, id)
  const hasTexts = (data: Place) => tree.is(data, kinds.array) && (tree.mask(data) & kinds.string) !== 0
  const range = tree.member(axis, 'range')
  const isDated =
    tree.string(tree.member(axis, 'type')) === 'date' ||
    [range, ...traces.map(({ place }) => tree.member(place, letter))].some(hasTexts)
  if (!isDated) return 0
  const [from, to] = endsOfData(tree, traces, letter)
  const span = tree.is(range, kinds.array) ? spanOf(tree.value(range)) : to - from
  return Number.isFinite(span) ? span : 0
}

function colourBarCosts({ tree, traces }: EstimatedFigure): readonly Cost[] {
  const bars = traces.flatMap(barsOf)
  return bars[0] === undefined ? [] : [costOf(bars[0], bars.length, 'colour bars', colourBarMs, 2)]

  /** The colour bars of a trace: its own unless switched off, and those of markers and lines if switched on. */
  function barsOf({ place, type, schema }: TraceView): readonly Place[] {
    const says = (part: Place, name: string, kind: number) => tree.is(tree.member(part, name), kind)
    if (says(place, 'visible', kinds.false)) return []
    const isColoured = schema.members.has('colorbar') && !says(place, 'showscale', kinds.false)
    // A mesh without intensities has one colour and no colour bar.
    const own = isColoured && (type !== 'mesh3d' || tree.member(place, 'intensity') !== none) ? [place] : []
    const parts = ['marker', 'line'].map(name => tree.member(place, name))
    return [...own, ...parts.filter(part => says(part, 'showscale', kinds.true))].filter(
      part => tree.member(part, 'coloraxis') === none,
    )
  }
}
