/** The type of an axis and the extent of its data, determined like the library does. */

import { entryOf } from '../../../../plotly/json.ts'
import { indexedTypes } from '../../../../plotly/schema/trace-data.ts'
import { isNumeric } from '../../../../plotly/schema/values.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf, isReadWhole } from '../../tree/head.ts'
import { extentOf, numbersOf } from '../data/arrays.ts'
import { isDate } from '../data/dates.ts'
import { positionOf } from '../data/numbers.ts'
import { isTypedArray } from '../data/typed-arrays.ts'
import type { Letter, PlaneAxis } from '../layout-parts.ts'
import type { FigureView, TraceView } from '../views.ts'
import { tracesOn } from './named-parts.ts'

export type AxisKind = 'number' | 'log' | 'date' | 'category'

/** A cartesian axis of the layout with its traces. */
export interface AxisView extends PlaneAxis {
  readonly traces: readonly TraceView[]
  /** Null if it cannot be determined, because traces differ or have other positions than their data. */
  readonly kind: AxisKind | null
}

const ofTypes: Readonly<Record<string, AxisKind>> = {
  linear: 'number',
  log: 'log',
  date: 'date',
  category: 'category',
}

/** Types whose positions are their x and y if they have these. */
const placed: ReadonlySet<string> = new Set(['box', 'violin', 'candlestick', 'ohlc', 'heatmap', 'contour'])

export function viewOfAxis(figure: FigureView, axis: PlaneAxis): AxisView {
  const { tree } = figure
  const { place, letter, id } = axis
  const traces = tracesOn(figure, `${letter}axis`, letter, id)
  const type = tree.string(tree.member(place, 'type'))
  const kind =
    type === null || type === '-' ? kindOfTraces(tree, traces, letter) : (entryOf(ofTypes, type) ?? null)
  return { ...axis, traces, kind }
}

function kindOfTraces(tree: FigureTree, traces: readonly TraceView[], letter: Letter): AxisKind | null {
  const found = new Set(traces.map(trace => kindOfTrace(tree, trace, letter)))
  const [only = null] = found
  return found.size === 1 ? only : null
}

function kindOfTrace(tree: FigureTree, { place, type }: TraceView, letter: Letter): AxisKind | null {
  if (!indexedTypes.has(type) && !placed.has(type)) return null
  if (tree.member(place, `${letter}calendar`) !== none) return null
  const data = tree.member(place, letter)
  if (data === none)
    return indexedTypes.has(type) && tree.member(place, `${letter}0`) === none ? 'number' : null
  return kindOfData(tree, data)
}

/** The kind of all values; null for a mixture. */
export function kindOfData(tree: FigureTree, data: Place): AxisKind | null {
  if (!tree.is(data, kinds.array)) return isTypedArray(tree, data) ? 'number' : null
  const mask = tree.mask(data) & ~kinds.null
  if (mask === kinds.number) return 'number'
  if (mask !== kinds.string) return null
  const texts = headOf(tree, data).filter(each => typeof each === 'string')
  if (texts.length === 0) return null
  if (texts.every(isNumeric)) return 'number'
  if (texts.some(isNumeric)) return null
  if (texts.every(isDate)) return 'date'
  return texts.some(isDate) ? null : 'category'
}

/** The extent of all points; null if it is unknown, for example because of bars or fills. */
export function extentOfAxis({ tree }: FigureView, axis: AxisView): readonly [number, number] | null {
  const ends: number[] = []
  for (const trace of axis.traces) {
    const data = tree.member(trace.place, axis.letter)
    const found = placesAsSent(tree, trace) ? extentOfData(tree, data, axis.kind) : null
    if (found === null) return null
    ends.push(...found)
  }
  return ends.length === 0 ? null : [Math.min(...ends), Math.max(...ends)]
}

/** Attributes that extend the drawing beyond the points. */
const beyondPoints = ['stackgroup', 'fill', 'error_x', 'error_y'] as const

const placesAsSent = (tree: FigureTree, { place, type }: TraceView): boolean =>
  (type === 'scatter' || type === 'scattergl') &&
  beyondPoints.every(name => tree.member(place, name) === none)

function extentOfData(tree: FigureTree, data: Place, kind: AxisKind | null) {
  if (data === none || kind === 'category' || kind === null) return null
  if (kind !== 'date' && (isTypedArray(tree, data) || tree.is(data, kinds.array)))
    return extentOf(numbersOf(tree, data))
  return isReadWhole(tree, data) ? extentOf(Float64Array.from(headOf(tree, data), positionOf)) : null
}

/** The categories of an axis, unordered; null if they are not all known. */
export function namesOf({ tree }: FigureView, axis: AxisView): ReadonlySet<string> | null {
  const names = new Set<string>()
  const lists = axis.traces.map(({ place }) => tree.member(place, axis.letter))
  const order = tree.member(axis.place, 'categoryarray')
  if (
    lists.length === 0 ||
    !lists.every(list => isReadWhole(tree, list) && (tree.mask(list) & kinds.array) === 0)
  )
    return null
  for (const list of order === none ? lists : [...lists, order]) {
    if (!isReadWhole(tree, list)) return null
    for (const each of headOf(tree, list)) names.add(String(each))
  }
  return names
}
