/** Refuses numbers that differ by so little that the scale of their axis would overflow. */

import { isOfCategory } from '../../../../plotly/schema/schema.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { extentOf, isFlat, lengthOf, numbersOf } from '../data/arrays.ts'
import { isTypedArray } from '../data/typed-arrays.ts'
import { type FigureView, isHidden, type TraceView } from '../views.ts'
import { axisIdOf, axisTypeOf } from './names.ts'

/** Dividing the pixels of an image by this still gives a finite number. */
const finest = 1e-300

const isFine = (min: number, max: number) => max > min && max - min < finest

/** Attributes with a scale of their own. */
const alone = ['r', 'z', 'marker.color', 'line.color'] as const

interface Spread {
  readonly place: Place
  readonly ends: readonly [number, number]
}

/** Checks axes and colour bars, but only if the figure contains such numbers at all. */
export function checkPrecision(figure: FigureView): void {
  const { tree, findings } = figure
  if (!holdsFine(figure)) return
  const refuse = (place: Place) =>
    findings.error(place, 'differs by too little for an axis; multiply these numbers, such as by 1e300')
  for (const { place, kind } of findings.stepped) {
    const range = kind === 'dtick' ? tree.member(place, 'range') : none
    if (tree.is(range, kinds.array) && tree.mask(range) === kinds.number) {
      const ends = extentOf(numbersOf(tree, range))
      if (ends && isFine(...ends) && tree.string(tree.member(place, 'type')) !== 'log') refuse(range)
    }
  }
  for (const { place, ends } of spreadsOf(figure)) if (isFine(...ends)) refuse(place)
}

/** Whether such a number may occur: an exponent such as e-324, or the first numbers of a typed array. */
function holdsFine({ tree, typedArrays }: FigureView): boolean {
  const isWritten = ['e-3', 'E-3'].some(sign => tree.bytes.includes(sign))
  return isWritten || typedArrays.some(place => beginsFine(tree, place))
}

/** The length of base64 for three numbers of eight bytes. */
const firstLetters = 32

function beginsFine(tree: FigureTree, place: Place): boolean {
  const bdata = tree.member(place, 'bdata')
  if (!/^f(?:8|loat64)$/.test(tree.string(tree.member(place, 'dtype')) ?? '')) return false
  if (!tree.is(bdata, kinds.string)) return false
  const start = tree.start(bdata) + 1
  const letters = tree.bytes.toString('latin1', start, Math.min(start + firstLetters, tree.end(bdata) - 1))
  const bytes = Buffer.from(letters, 'base64')
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    const size = Math.abs(bytes.readDoubleLE(at))
    if (size > 0 && size < finest) return true
  }
  return false
}

/** The ranges of the data: per cartesian axis for all of its traces, otherwise per attribute. */
function spreadsOf(figure: FigureView): readonly Spread[] {
  const { tree, traces } = figure
  const axes = new Map<string, Spread>()
  const others: Spread[] = []
  for (const trace of traces) {
    if (isHidden(tree, trace.place)) continue
    if (isOfCategory(trace.type, 'cartesian') && !isOfCells(trace.type)) {
      for (const letter of ['x', 'y'] as const) {
        const spread = spreadAt(tree, tree.member(trace.place, letter))
        if (!spread || axisTypeOf(figure, trace, letter) === 'log') continue
        const id = axisIdOf(tree, trace, letter)
        const ends = isLength(tree, trace, letter) ? joined(spread.ends, [0, 0]) : spread.ends
        axes.set(id, { place: spread.place, ends: joined(axes.get(id)?.ends ?? ends, ends) })
      }
    }
    for (const path of alone) {
      const spread = hasScale(trace, path) ? spreadAt(tree, tree.at(trace.place, ...path.split('.'))) : null
      if (spread) others.push(spread)
    }
    for (const spread of dimensionsOf(tree, trace)) others.push(spread)
  }
  return [...axes.values(), ...others]
}

/** Whether the values are lengths of bars, which begin at 0. */
const isLength = (tree: FigureTree, { place, type }: TraceView, letter: 'x' | 'y') =>
  /^(?:bar|waterfall|funnel)$/.test(type) &&
  letter === (tree.string(tree.member(place, 'orientation')) === 'h' ? 'x' : 'y')

const isOfCells = (type: string) => /^(?:histogram|contour|carpet)/.test(type)

/** Whether the library computes a scale for the attribute. */
const hasScale = ({ type }: TraceView, path: string) =>
  path === 'z' ? type === 'heatmap' : !isOfCategory(type, 'gl3d')

function* dimensionsOf(tree: FigureTree, { place, type }: TraceView): Iterable<Spread> {
  const list = type === 'parcoords' ? tree.member(place, 'dimensions') : none
  if (!tree.is(list, kinds.array)) return
  for (let each = tree.first(list); each !== none; each = tree.next(each)) {
    const spread = spreadAt(tree, tree.member(each, 'values'))
    if (spread) yield spread
  }
}

function spreadAt(tree: FigureTree, place: Place): Spread | null {
  if (lengthOf(tree, place) === null) return null
  const isNumbers = isTypedArray(tree, place) || (tree.mask(place) & (kinds.number | kinds.array)) !== 0
  const ends =
    isNumbers && (isFlat(tree, place) || tree.is(place, kinds.array))
      ? extentOf(numbersOf(tree, place))
      : null
  return ends && { place, ends }
}

const joined = (one: readonly [number, number], other: readonly [number, number]): [number, number] => [
  Math.min(one[0], other[0]),
  Math.max(one[1], other[1]),
]
